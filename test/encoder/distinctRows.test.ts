// Rows that occur several times: which are equal, and that an encoder that reads them once returns what it learned with.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSentences } from '../../src/conllu/reader.js';
import { batchOf } from '../../src/encoder/batch.js';
import { distinctRows, identities } from '../../src/encoder/distinctRows.js';
import { createEngine } from '../../src/engine/engine.js';
import { Random } from '../../src/engine/random.js';
import { Parser } from '../../src/parser/parser.js';
import { readParserSettings } from '../../src/parser/parserSettings.js';
import { tabbed } from '../support/sentences.js';

describe('distinct rows', () => {
  it('are those that differ in a column, in order of their first occurrence', () => {
    const table = fc.array(fc.tuple(fc.nat(3), fc.nat(2), fc.integer({ min: 0, max: 2 ** 31 - 1 })));
    fc.assert(
      fc.property(table, (rows) => {
        const columns = [0, 1, 2].map((at) => Int32Array.from(rows, (row) => row[at]));
        const { firsts, places } = distinctRows(columns);
        const names = rows.map((row) => row.join());
        expect(firsts.map((row) => names[row])).toEqual([...new Set(names)]);
        expect(Array.from(places, (place) => names[firsts[place]])).toEqual(names);
      }),
    );
  });

  it('numbers objects by identity', () => {
    const [a, b] = [Int32Array.of(1), Int32Array.of(1)];
    expect([...identities([b, a, b])]).toEqual([0, 1, 0]);
  });
});

describe('an encoder', () => {
  // Rare words, which differ in one input only.
  const forms = [
    ['run', 'run', 'Run', 'run'],
    ['ran', 'xan', 'yan', 'pin', 'xan', 'run'],
  ];
  const word = (form: string, at: number) =>
    `${at + 1} ${form} _ ${at === 1 ? 'NOUN' : 'VERB'} _ _ ${at} dep _ _\n`;
  const sentences = [...readSentences(tabbed(forms.map((own) => `${own.map(word).join('')}\n`).join('')))];
  const vectors = {
    size: 3,
    words: new Map([
      ['xan', 0],
      ['yan', 1],
    ]),
    matrix: Float32Array.of(1, 2, 3, -3, -2, -1),
  };
  const none = { tags: 'none', wordSize: 0, characterUnits: 0, endingSize: 0, vectorSize: 0 } as const;

  it.each([
    { ...none, tags: 'upos', wordSize: 4, characterUnits: 3, endingSize: 2, vectorSize: 3 },
    { ...none, tags: 'upos', wordSize: 4 },
    { ...none, characterUnits: 3 },
    { ...none, endingSize: 2 },
    { ...none, vectorSize: 3 },
  ] as const)('encodes what it sees in training: %o', (inputs) => {
    const noDropout = { lstmDropout: 0, wordDropout: 0, inputDropout: 0 };
    const settings = readParserSettings({ ...inputs, ...noDropout, minCount: 2, units: 5 });
    const engine = createEngine();
    const parser = new Parser(engine, settings, Parser.vocabularyOf(sentences, settings, { vectors }));
    parser.parameters.initialize(new Random(1));
    if (inputs.vectorSize > 0) parser.encoder.fill({ vectors });
    const batch = batchOf(sentences.map((sentence) => parser.itemOf(sentence)));
    engine.arena.scope(() => {
      const encoded = parser.encoder.encode(batch).copy();
      const learned = parser.encoder.forward(batch, new Random(1)).output.copy();
      expect(encoded.length).toBe(learned.length);
      for (const [at, value] of encoded.entries()) expect(value).toBeCloseTo(learned[at], 5);
    });
  });
});
