// The characters and words that a splitter knows, by number.
//
// A character's word is the run of letters around it. In scripts without spaces between words, where word boundaries are
// unknown, it is the character together with the next one.

import { UNKNOWN } from '../encoder/lexicon.js';
import { type Characters, isLetter, isUnspaced } from './characters.js';
import type { ConventionsData } from './conventions.js';
import type { SplitterSettings } from './splitterSettings.js';

export interface AlphabetData extends ConventionsData {
  /** In lower case; the first entry of both lists represents unknown ones. */
  characters: string[];
  words: string[];
}

/** Characters and words as numbers. */
export interface CharacterNumbers {
  readonly n: number;
  readonly characters: Int32Array; // [n]
  readonly classes: Int32Array; // [n]
  readonly words: Int32Array; // [n]
}

export class Alphabet {
  readonly data: AlphabetData;
  #characters: Map<number, number>;
  #words: Map<string, number>;

  constructor(data: AlphabetData) {
    this.data = data;
    this.#characters = new Map(data.characters.map((character, id) => [character.codePointAt(0) ?? 0, id]));
    this.#words = new Map(data.words.map((word, id) => [word, id]));
    // The unknown entry is not itself a character or a word.
    this.#characters.delete(0);
    this.#words.delete('');
  }

  /** Every character and word that is as frequent in the texts as the settings require, most frequent first. */
  static of(
    texts: Iterable<Characters>,
    conventions: ConventionsData,
    { characterCount, wordCount }: Pick<SplitterSettings, 'characterCount' | 'wordCount'>,
  ): Alphabet {
    const characters = new Map<string, number>();
    const words = new Map<string, number>();
    const count = (counts: Map<string, number>, item: string) =>
      counts.set(item, (counts.get(item) ?? 0) + 1);
    for (const text of texts) {
      for (const codePoint of text.codePoints) count(characters, String.fromCodePoint(lowerCase(codePoint)));
      for (const [, , word] of wordsOf(text)) count(words, word);
    }
    const frequent = (counts: Map<string, number>, times: number) =>
      [...counts]
        .filter(([, found]) => found >= times)
        .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
        .map(([item]) => item);
    return new Alphabet({
      characters: ['', ...frequent(characters, characterCount)],
      words: ['', ...frequent(words, wordCount)],
      ...conventions,
    });
  }

  numbersOf(text: Characters): CharacterNumbers {
    const words = new Int32Array(text.count);
    for (const [start, end, word] of wordsOf(text)) words.fill(this.#words.get(word) ?? UNKNOWN, start, end);
    const characters = new Int32Array(text.count);
    for (let at = 0; at < text.count; at++) {
      characters[at] = this.#characters.get(lowerCase(text.codePoints[at])) ?? UNKNOWN;
    }
    return { n: text.count, characters, classes: text.classes, words };
  }
}

/** A word in lower case and its characters, from `start` up to `end`. */
function* wordsOf({
  text,
  count,
  starts,
  ends,
  codePoints,
}: Characters): Generator<[start: number, end: number, word: string]> {
  const isNext = (at: number) => at < count && starts[at] === ends[at - 1];
  for (let start = 0, end = 0; start < count; start = end) {
    end = start + 1;
    if (isUnspaced(codePoints[start])) {
      if (isNext(end)) yield [start, end, text.slice(starts[start], ends[end])];
    } else if (isLetter(codePoints[start])) {
      while (isNext(end) && isLetter(codePoints[end])) end++;
      yield [start, end, text.slice(starts[start], ends[end - 1]).toLowerCase()];
    }
  }
}

/** A cache of lower-case code points plus one; 0 for not computed yet. */
const known = new Int32Array(0x10000);

function lowerCase(codePoint: number): number {
  if (codePoint >= known.length) return codePoint;
  if (known[codePoint] === 0) {
    const lower = String.fromCharCode(codePoint).toLowerCase();
    known[codePoint] = 1 + (lower.length === 1 ? lower.charCodeAt(0) : codePoint);
  }
  return known[codePoint] - 1;
}
