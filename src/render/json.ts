// The JSON form of a sentence, for programs that want its trees without its file format.
import { commentValue, noHead, type Sentence } from '../conllu/sentence.js';
import { textOf } from './drawing.js';

/** A word; what its file leaves open (`_`) is left out. */
export interface WordJson {
  id: number;
  form: string;
  lemma?: string;
  upos?: string;
  xpos?: string;
  /** As in CoNLL-U: `Case=Nom|Number=Sing`. */
  feats?: string;
  /** 0 for the root. */
  head?: number;
  deprel?: string;
  /** The probability of its arc. */
  probability?: number;
  /** Where its token stands in the text: `text.slice(start, end)`. The words of a multiword token share its place. */
  start?: number;
  end?: number;
}

/** A multiword token: the surface form of the words first…last. */
export interface TokenJson {
  first: number;
  last: number;
  form: string;
  start?: number;
  end?: number;
}

export interface SentenceJson {
  /** Its sent_id. */
  id?: string;
  text: string;
  words: WordJson[];
  tokens?: TokenJson[];
  /** Of one of k best trees. */
  rank?: number;
  score?: number;
}

export interface JsonOptions {
  /** The probability of each word's arc, by position. */
  probabilities?: ArrayLike<number>; // [n+1]
}

/** A sentence as an object for JSON.stringify. */
export function sentenceJson(sentence: Sentence, { probabilities }: JsonOptions = {}): SentenceJson {
  const id = commentValue(sentence, 'sent_id');
  const text = textOf(sentence);
  const places = placesOf(sentence, text);
  return {
    ...(id === undefined ? {} : { id }),
    text,
    words: sentence.words.map((word) => ({
      id: word.id,
      form: word.form,
      // The lemma of the word `_` is `_`.
      ...(word.form === '_' ? { lemma: word.lemma } : given('lemma', word.lemma)),
      ...given('upos', word.upos),
      ...given('xpos', word.xpos),
      ...given('feats', word.feats),
      ...(word.head === noHead ? {} : { head: word.head }),
      ...given('deprel', word.deprel),
      ...(probabilities ? { probability: probabilities[word.id] } : {}),
      ...places?.[word.id],
    })),
    ...(sentence.ranges.length === 0
      ? {}
      : {
          tokens: sentence.ranges.map(({ first, last, form }) => ({ first, last, form, ...places?.[first] })),
        }),
    ...numbered('rank', commentValue(sentence, 'arcwise_rank')),
    ...numbered('score', commentValue(sentence, 'arcwise_score')),
  };
}

function numbered<Name extends string>(name: Name, value: string | undefined): { [name in Name]?: number } {
  return value === undefined ? {} : ({ [name]: Number(value) } as { [name in Name]?: number });
}

function given<Name extends string>(name: Name, value: string): { [name in Name]?: string } {
  return value === '_' ? {} : ({ [name]: value } as { [name in Name]?: string });
}

/** Where the token of each word stands in the text, by position; nothing if the text does not consist of the tokens. */
export function placesOf(
  { words, ranges }: Sentence,
  text: string,
): { start: number; end: number }[] | undefined {
  const places: { start: number; end: number }[] = []; // [n+1], with a hole for ROOT
  let end = 0;
  let next = 0; // the next range
  for (let word = 1; word <= words.length; word++) {
    const range = ranges[next]?.first === word ? ranges[next++] : undefined;
    const { form } = range ?? words[word - 1];
    const start = end + text.slice(end).search(/\S|$/u);
    if (!text.startsWith(form, start)) return undefined;
    end = start + form.length;
    places[word] = { start, end };
    for (; range && word < range.last; word++) places[word + 1] = places[word];
  }
  return places;
}
