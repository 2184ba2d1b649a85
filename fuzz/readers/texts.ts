// What splits text: it refuses nothing, and every character that is no blank is in one word.
import { type charactersOf, withSpaces } from '../../src/splitter/characters.js';
import { Conventions } from '../../src/splitter/conventions.js';
import { decisionCount } from '../../src/splitter/decisions.js';
import { patternNames } from '../../src/splitter/patterns.js';
import type { PlacedSentence } from '../../src/splitter/sentences.js';
import { TextSplitter } from '../../src/splitter/textSplitter.js';
import { splitText, visible } from '../../test/support/deciders.js';
import { smallestSplitter } from '../../test/support/smallestModels.js';
import { expectThat, type Reader, utf8 } from '../reader.js';

const conventions = [true, false].map(
  (blanks) =>
    new Conventions({
      multiword: [
        ["n't", '', "n't"],
        [' du', ' de', 'le'],
      ],
      patterns: blanks ? [...patternNames] : [],
      blanks,
    }),
);

const texts = [
  "Kelu ban't moba. Du? 3.5\n\nÜnä DU! a@b.c",
  '🇩🇪🇫🇷👩‍👩‍👧 e\u0301 x',
  'a\r\n\r\nb\u2029c',
  '  ',
];

/** UTF-16 units of an input: unlike UTF-8 they can be any string. */
function textOf(input: Uint8Array): string {
  const units = new Uint16Array(input.length >> 1);
  for (let at = 0; at < units.length; at++) units[at] = input[2 * at] | (input[2 * at + 1] << 8);
  return units.reduce((text, unit) => text + String.fromCharCode(unit), '');
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(
    { length: 2 * text.length },
    (_, at) => (text.charCodeAt(at >> 1) >> (8 * (at & 1))) & 255,
  );
}

function expectWhole(text: string, sentences: readonly PlacedSentence[]): void {
  let covered = '';
  for (const { sentence, starts, ends } of sentences) {
    let last = 0;
    for (const [at, { form, id }] of sentence.words.entries()) {
      const place = withSpaces(text.slice(starts[at], ends[at]));
      const range = sentence.ranges.find(({ first, last: end }) => first <= id && id <= end);
      expectThat(place === form || place === range?.form, 'a word stands where it is said to stand');
      if (range && range.last <= last) continue;
      covered += range ? range.form : form;
      last = range ? range.last : id;
    }
  }
  expectThat(visible(covered) === visible(text), 'every character is in one word');
}

const decided: Reader = {
  name: 'text, any decisions',
  share: 2,
  seeds: texts.map(bytesOf),
  refusals: [],
  read(input) {
    const text = textOf(input);
    const decide = (pieces: readonly ReturnType<typeof charactersOf>[]) =>
      pieces.map(({ starts }) =>
        Uint8Array.from(starts, (start) => (start * 31 + input.length) % decisionCount),
      );
    for (const one of conventions) expectWhole(text, [...splitText(text, decide, one)]);
  },
};

const splitter = new TextSplitter(smallestSplitter());

const streamed: Reader = {
  name: 'text, a splitter',
  share: 1,
  seeds: texts.map(utf8),
  refusals: [],
  async read(input) {
    const text = new TextDecoder('utf-8').decode(input);
    const half = text.length >> 1;
    const sentences: PlacedSentence[] = [];
    for await (const sentence of splitter.stream([text.slice(0, half), text.slice(half)]))
      sentences.push(sentence);
    expectWhole(text, sentences);
  },
};

export const textReaders: readonly Reader[] = [decided, streamed];
