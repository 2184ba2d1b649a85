import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSentences } from '../../src/conllu/reader.js';
import { commentValue, type Sentence } from '../../src/conllu/sentence.js';
import { writeSentence } from '../../src/conllu/writer.js';
import { withSpaces } from '../../src/splitter/characters.js';
import { Conventions, type ConventionsData } from '../../src/splitter/conventions.js';
import { insideToken, tokenEnd } from '../../src/splitter/decisions.js';
import { patternNames } from '../../src/splitter/patterns.js';
import { longestSentence, longestToken, type PlacedSentence } from '../../src/splitter/sentences.js';
import { always, arbitraryDecider, splitText, tokenForms, visible } from '../support/deciders.js';

const multiword: ConventionsData['multiword'] = [
  ["n't", '', "n't"],
  [' du', ' de', 'le'],
];
const plain = new Conventions({ multiword });
/** Tokens may contain blanks, and patterns are tokens. */
const full = new Conventions({ multiword, patterns: [...patternNames], blanks: true });
const split = (text: string, decide = always(insideToken), conventions = plain) => [
  ...splitText(text, decide, conventions),
];
const forms = (sentences: readonly PlacedSentence[]) =>
  sentences.map(({ sentence }) => sentence.words.map(({ form }) => form));

/** What must hold of every text, whatever is decided of its characters. */
function check(text: string, sentences: readonly PlacedSentence[]): void {
  const tokens = sentences.flatMap(({ sentence }) => tokenForms(sentence));
  expect(visible(tokens.join(''))).toBe(visible(text));
  // What is wrong, gathered, since there are many words.
  const wrong: string[] = [];
  let end = 0;
  for (const { sentence, starts, ends } of sentences) {
    const { words } = sentence;
    if (starts.length !== words.length || ends.length !== words.length) wrong.push('places');
    if (tokenForms(sentence).length > longestSentence) wrong.push('too many tokens');
    for (const [w, { id, form }] of words.entries()) {
      const range = sentence.ranges.find(({ first, last }) => first <= id && id <= last);
      const place = withSpaces(text.slice(starts[w], ends[w]));
      if (place !== form && place !== range?.form) wrong.push(`${form} is at ${place}`);
      if (starts[w] < end && place !== range?.form) wrong.push(`${form} begins before the end of another`);
      end = ends[w];
      if (/[\ud800-\udbff]/.test(text.charAt(end - 1)) && /[\udc00-\udfff]/.test(text.charAt(end))) {
        wrong.push(`${form} ends in a surrogate pair`);
      }
    }
    const read = [...readSentences(writeSentence(sentence), { heads: 'optional' })];
    const forms = ({ words }: Sentence) => words.map(({ form }) => form).join(' ');
    if (read.map(forms).join('\n') !== forms(sentence)) wrong.push(`${forms(sentence)} cannot be read back`);
  }
  expect(wrong).toEqual([]);
}

describe('splitting', () => {
  it('keeps offsets and spacing', () => {
    const text = ' One,\n two. \n\nThree';
    const token = tokenEnd(false, false);
    const sentences = split(text, (pieces) =>
      pieces.map(({ ends }) =>
        Uint8Array.from(ends, (end) => (/[,.]/.test(text[end]) ? token : insideToken)),
      ),
    );
    expect(forms(sentences)).toEqual([['One', ',', 'two', '.'], ['Three']]);
    expect(sentences.map(({ starts }) => starts)).toEqual([[1, 4, 7, 10], [14]]);
    expect(sentences.map(({ ends }) => ends)).toEqual([[4, 5, 10, 11], [19]]);
    expect(sentences[0].sentence.words.map(({ misc }) => misc)).toEqual([
      'SpaceAfter=No',
      '_',
      'SpaceAfter=No',
      '_',
    ]);
    expect(sentences.map(({ sentence }) => sentence.comments)).toEqual([
      ['# newpar', '# text = One, two.'],
      ['# newpar', '# text = Three'],
    ]);
  });

  it('divides multiword tokens', () => {
    const text = "I don't du x";
    const multiword = tokenEnd(true, false);
    const [{ sentence, starts, ends }] = split(text, (pieces) =>
      pieces.map((piece) =>
        Uint8Array.from(piece.ends, (end) => (text[end] === ' ' ? multiword : insideToken)),
      ),
    );
    expect(sentence.words.map(({ form }) => form)).toEqual(['I', 'do', "n't", 'de', 'le', 'x']);
    expect(sentence.ranges.map(({ first, last, form }) => [first, last, form])).toEqual([
      [2, 3, "don't"],
      [4, 5, 'du'],
    ]);
    expect(starts).toEqual([0, 2, 4, 8, 8, 11]);
    expect(ends).toEqual([1, 4, 7, 10, 10, 12]);
    expect(commentValue(sentence, 'text')).toBe(text);
  });

  it('leaves blanks in tokens where tokens may contain some', () => {
    const text = 'ab \u00a0cd e\nf du.\n\ng h';
    const ends = new Set([8, 10, 13]);
    const [first, second] = split(
      text,
      (pieces) =>
        pieces.map((piece) =>
          Uint8Array.from(piece.ends, (end) => (ends.has(end) ? tokenEnd(false, false) : insideToken)),
        ),
      full,
    );
    expect(forms([first, second])).toEqual([['ab cd e', 'f', 'du', '.'], ['g h']]);
    expect([first.starts, first.ends]).toEqual([
      [0, 9, 11, 13],
      [8, 10, 13, 14],
    ]);
    expect([second.starts, second.ends]).toEqual([[16], [19]]);
    expect(commentValue(first.sentence, 'text')).toBe('ab cd e f du.');
  });

  it('keeps together what is one character to a reader', () => {
    const all = split('e\u0301a 👩\u200d🚀 👍🏽 क्ष🇩🇪🇳🇱🇫', always(tokenEnd(false, false)));
    expect(forms(all)).toEqual([['e\u0301', 'a', '👩\u200d🚀', '👍🏽', 'क्', 'ष', '🇩🇪🇳🇱🇫']]);
  });

  it.each([
    ['one line break', 'a\nb', 1],
    ['one of two characters', 'a\r\nb', 1],
    ['an empty line', 'a\n\nb', 2],
    ['empty lines of blanks', 'a\r\n \t\r\n\u00a0\nb', 2],
    ['old line ends', 'a\r\rb', 2],
    ['a paragraph separator', 'a\u2029b', 2],
    ['nothing but blanks', ' \n\n\t\u0000\u200b\ufeff', 0],
    ['nothing', '', 0],
  ])('%s', (_, text, paragraphs) => {
    expect(split(text).length).toBe(paragraphs);
  });

  it('cuts tokens and sentences that are too long', () => {
    const token = split('x'.repeat(3 * longestToken + 7));
    expect(forms(token)[0].map(({ length }) => length)).toEqual([
      longestToken,
      longestToken,
      longestToken,
      7,
    ]);
    const words = Array.from({ length: 2 * longestSentence + 20 }, (_, at) =>
      at === 400 ? 'a.' : at === 880 ? 'a,' : 'a',
    );
    expect(forms(split(words.join(' '))).map(({ length }) => length)).toEqual([401, 480, 139]);
  });

  it('loses no character of any text, whatever is decided', () => {
    const nasty = fc.constantFrom(
      ' ',
      '\n',
      '\n\n',
      '\r',
      '\t',
      '\u2029',
      '\u200d',
      '\u0301',
      '\ud83d',
      '\ude00',
      '🇩🇪',
      '\0',
      '\u0085',
      '\ufeff',
      "n't",
      'du',
      '漢',
      'ไทย',
      '\u202e',
      '#',
      '_',
      '=',
      '@',
      'www.',
      ':-)',
    );
    const text = fc.array(fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 60 });
    fc.assert(
      fc.property(text, fc.array(fc.nat(4), { minLength: 1, maxLength: 30 }), (parts, numbers) => {
        const whole = parts.join('');
        check(whole, split(whole, arbitraryDecider(numbers)));
        check(whole, split(whole, arbitraryDecider(numbers), full));
      }),
      { numRuns: 100 },
    );
  });

  it('loses no character of long paragraphs, which are read in pieces', () => {
    const unit = fc.constantFrom('a', '😀', ' ', '.', '\n', '\u0301');
    const text = fc.array(unit, { minLength: 900, maxLength: 2500 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.array(fc.nat(4), { minLength: 1, maxLength: 30 }), (whole, numbers) => {
        check(whole, split(whole, arbitraryDecider(numbers)));
        check(whole, split(whole, arbitraryDecider(numbers), full));
      }),
      { numRuns: 10 },
    );
  });

  it.each([
    ['a million letters', 'x'.repeat(1 << 20)],
    ['100,000 letters of two units', '𝒳'.repeat(100_000)],
    ['100,000 marks', '\u0301'.repeat(100_000)],
    ['50,000 line breaks', `a${'\n'.repeat(50_000)}b`],
    ['a million blanks', `a${' '.repeat(1 << 20)}b`],
    ['20,000 paragraphs', 'a\n\n'.repeat(20_000)],
  ])('takes %s', (_, text) => {
    for (const conventions of [plain, full]) {
      const sentences = split(text, always(insideToken), conventions);
      const length = (forms: readonly string[]) => visible(forms.join('')).length;
      const found = sentences.reduce((sum, { sentence }) => sum + length(tokenForms(sentence)), 0);
      expect(found).toBe(visible(text).length);
    }
  });
});
