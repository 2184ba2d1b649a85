// The JSON form of a sentence.
import { commentValue, noHead, type Sentence } from '../conllu/sentence.js';
import { tokensOf } from '../conllu/token.js';
import type { Places } from '../splitter/sentences.js';
import { textOf } from './drawing.js';

/** A word; empty columns (`_`) are omitted. */
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
  /**
   * Its offsets in the input text, or in the sentence's own text if the input was tokens or CoNLL-U. The words of a
   * multiword token have the offsets of their own part if the parts make up the token, else those of the whole token.
   */
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
  /** Its rank among the k best trees. */
  rank?: number;
  score?: number;
}

export interface JsonOptions {
  /** The probability of each word's arc, by position. */
  probabilities?: ArrayLike<number>; // [n+1]
  /** The offsets of the words in the input text; by default they are searched in the sentence's own text. */
  places?: Places;
}

/** A sentence as an object for JSON.stringify. */
export function sentenceJson(
  sentence: Sentence,
  { probabilities, places: known }: JsonOptions = {},
): SentenceJson {
  const id = commentValue(sentence, 'sent_id');
  const text = textOf(sentence);
  const places = known ?? placesInText(sentence, text);
  const placeOf = (first: number, last = first) => {
    return places ? { start: places.starts[first - 1], end: places.ends[last - 1] } : {};
  };
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
      ...placeOf(word.id),
    })),
    ...(sentence.ranges.length === 0
      ? {}
      : {
          tokens: sentence.ranges.map(({ first, last, form }) => ({
            first,
            last,
            form,
            ...placeOf(first, last),
          })),
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

const blank = /\s/u;

/** The offsets of the words of a sentence in its text; undefined if the text does not consist of the tokens. */
export function placesInText(sentence: Sentence, text: string): Places | undefined {
  const [starts, ends]: number[][] = [[], []]; // [n]
  let end = 0;
  for (const { columns, first, last } of tokensOf(sentence)) {
    let start = end;
    while (blank.test(text.charAt(start))) start++;
    if (!text.startsWith(columns.form, start)) return undefined;
    end = start + columns.form.length;
    if (first === last) {
      starts.push(start);
      ends.push(end);
      continue;
    }
    const words = sentence.words.slice(first - 1, last);
    const areParts = words.map(({ form }) => form).join('') === columns.form;
    for (const { form } of words) {
      starts.push(start);
      ends.push(areParts ? start + form.length : end);
      if (areParts) start += form.length;
    }
  }
  return { starts, ends };
}
