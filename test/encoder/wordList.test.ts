import { describe, expect, it } from 'vitest';
import { bilstmSettings } from '../../src/encoder/bilstmSettings.js';
import { WordLexicon } from '../../src/encoder/lexicon.js';
import { WordList } from '../../src/encoder/wordList.js';
import { Random } from '../../src/engine/random.js';
import { readValues } from '../../src/learner/settings.js';

const letters = ['a', 'b', 'ß', '言', '😀', ' ', '_', '0'];

function randomWords(count: number, longest: number, seed: number): string[] {
  const random = new Random(seed);
  const below = (limit: number) => Math.floor(limit * random.uniform());
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + below(longest) }, () => letters[below(letters.length)]).join(''),
  );
}

describe('a list of words', () => {
  it.each([
    { count: 0, longest: 1 },
    { count: 1, longest: 1 },
    { count: 3, longest: 1 },
    { count: 1000, longest: 3 },
    { count: 20_000, longest: 8 },
  ])('finds what a Map finds among $count words', ({ count, longest }) => {
    const words = randomWords(count, longest, count);
    const list = WordList.of(WordList.textOf(words));
    const numbers = new Map(words.map((word, at) => [word, at]));
    expect(list.length).toBe(count);
    expect(list.words()).toEqual(words);
    const asked = [...words, ...randomWords(1000, longest + 1, count + 1), '', 'a\nb'];
    for (const word of asked) expect(list.indexOf(word)).toBe(numbers.get(word) ?? -1);
  });

  it('is one list for equal texts, as long as nothing comes between', () => {
    const list = WordList.of('one\ntwo');
    expect(WordList.of(WordList.textOf(['one', 'two']))).toBe(list);
    expect(WordList.of('one\nthree').words()).toEqual(['one', 'three']);
  });

  it('leaves out what has a line break', () => {
    expect(WordList.of(WordList.textOf(['one', 'a\nb', 'two'])).words()).toEqual(['one', 'two']);
  });

  it('is read from older model files, which have strings', () => {
    const settings = readValues(bilstmSettings, { vectorSize: 5 });
    const special = ['(unknown)', '(root)'];
    const words = { words: special, counts: [0, 0], characters: special, upos: special, xpos: special };
    const older = WordLexicon.read({ ...words, vectors: [...special, 'ab', 'cd'] }, settings);
    const newer = WordLexicon.read({ ...words, vectors: '(unknown)\n(root)\nab\ncd' }, settings);
    expect(older?.data).toEqual(newer?.data);
    for (const lexicon of [older, newer]) {
      expect(['CD', 'ab', 'ef'].map((form) => lexicon?.vector(form))).toEqual([3, 2, 0]);
    }
    for (const vectors of [undefined, 5, '', '(unknown)', ['(unknown)'], [...special, 5]]) {
      expect(WordLexicon.read({ ...words, vectors }, settings)).toBeUndefined();
    }
  });
});
