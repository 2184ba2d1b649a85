// The tokens of a sentence's text: multiword tokens, and the words outside them.
import type { Sentence, TokenRange, Word } from './sentence.js';

export interface Token {
  /** The row with its form: a word or a range. */
  readonly columns: Word | TokenRange;
  /** Its words, first…last. */
  readonly first: number;
  readonly last: number;
  readonly isMultiword: boolean;
}

/** The tokens in order. */
export function tokensOf({ words, ranges }: Pick<Sentence, 'words' | 'ranges'>): Token[] {
  const tokens: Token[] = [];
  let next = 0; // the next range
  for (let first = 1, last = 0; first <= words.length; first = last + 1) {
    const range = ranges[next]?.first === first ? ranges[next++] : undefined;
    last = range?.last ?? first;
    tokens.push({ columns: range ?? words[first - 1], first, last, isMultiword: range !== undefined });
  }
  return tokens;
}
