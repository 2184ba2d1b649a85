// A treebank mapped to its raw text, the characters of its tokens without spaces, so that treebanks with different tokens
// and sentences can be compared.
import { ConlluError } from '../conllu/error.js';
import { lineOfWord, type Sentence, type Word } from '../conllu/sentence.js';
import { tokensOf } from '../conllu/token.js';

/** A range of the raw text: from `start` up to but excluding `end`. */
export interface RawSpan {
  start: number;
  end: number;
}

export interface PlacedWord {
  word: Word;
  /** The index of its sentence. */
  sentence: number;
  /** The index of its head among all words of the treebank; `root`, or `none` for a word without a head. */
  head: number;
  /** The characters of its token, shared by all words of a multiword token. */
  span: RawSpan;
  /** Whether it is part of a multiword token. */
  multiword: boolean;
  /** For the alignment of words of multiword tokens. */
  lowerCaseForm: string;
}

export interface Treebank {
  /** The name of its file, for messages. */
  name: string;
  text: string;
  sentences: Sentence[];
  sentenceSpans: RawSpan[];
  tokenSpans: RawSpan[];
  words: PlacedWord[];
}

/** The head of a root word, as an index. */
export const root = -1;
/** The index of a missing head, or of the partner of an unaligned word. */
export const none = -2;

const spaces = /\p{Zs}/gu;

export function layTreebank(sentences: Iterable<Sentence>, name: string): Treebank {
  const treebank: Treebank = { name, text: '', sentences: [], sentenceSpans: [], tokenSpans: [], words: [] };
  const texts: string[] = [];
  let end = 0;
  for (const sentence of sentences) {
    const start = end;
    const before = treebank.words.length;
    for (const { columns, first, last, isMultiword: multiword } of tokensOf(sentence)) {
      const text = columns.form.replace(spaces, '');
      if (text === '') {
        const line = lineOfWord(sentence, first) - (multiword ? 1 : 0);
        throw new ConlluError(name, line, 'the form is empty');
      }
      texts.push(text);
      const span = { start: end, end: end + text.length };
      end = span.end;
      treebank.tokenSpans.push(span);
      for (const word of sentence.words.slice(first - 1, last)) {
        treebank.words.push({
          word,
          sentence: treebank.sentences.length,
          head: word.head > 0 ? before + word.head - 1 : word.head === 0 ? root : none,
          span,
          multiword,
          lowerCaseForm: (multiword ? word.form : text).toLowerCase(),
        });
      }
    }
    treebank.sentences.push(sentence);
    treebank.sentenceSpans.push({ start, end });
  }
  treebank.text = texts.join('');
  return treebank;
}
