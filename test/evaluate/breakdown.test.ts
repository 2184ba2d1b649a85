import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { align } from '../../src/evaluate/alignment.js';
import { byDistance, byLabel, byLength } from '../../src/evaluate/breakdown.js';
import type { Rates } from '../../src/evaluate/rates.js';
import { scores } from '../../src/evaluate/scores.js';
import { anyPair, anyRivals, treebank } from '../support/evaluation.js';
import { gold, system } from '../support/tapes.js';

const counts = ({ gold, system, correct }: Rates) => [gold, system, correct];

describe('by label', () => {
  it('arcs are correct with the right head and label', () => {
    const rows = byLabel(align(gold, system), 'with').map((row) => [row.label, ...counts(row)]);
    expect(rows).toEqual([
      ['root', 2, 2, 1],
      ['nsubj', 1, 2, 1],
      ['aux', 1, 1, 0],
      ['aux:pass', 1, 1, 0],
      ['punct', 1, 1, 1],
      ['advmod', 1, 0, 0],
      ['nsubj:pass', 1, 0, 0],
      ['goeswith', 0, 1, 0],
    ]);
    const [root, nsubj] = byLabel(align(gold, system), 'without');
    expect(root).toMatchObject({ precision: 50, recall: 50, f1: 50 });
    expect(nsubj).toMatchObject({ precision: 50, recall: 100, f1: 100 * (2 / 3) });
    expect(byLabel(align(gold, system), 'without').map(({ label }) => label)).not.toContain('punct');
  });
});

describe('by distance', () => {
  it('arcs are correct with the right head, those from ROOT apart', () => {
    const rows = byDistance(align(gold, system), 'with').map((row) => [row.distance, ...counts(row)]);
    // The arc from cry to She is one of distance 3 in gold and of 2 in the system, which has one word for two.
    expect(rows).toEqual([
      ['ROOT', 2, 2, 1],
      ['1', 3, 4, 1],
      ['2', 2, 2, 0],
      ['3', 1, 0, 0],
    ]);
  });

  it('long arcs are put together', () => {
    const far = (n: number) =>
      Array.from({ length: n }, (_, i) => `${i + 1} w w X _ _ ${i === 0 ? 0 : 1} dep`).join('\n');
    const rows = byDistance(align(treebank('a', far(30)), treebank('b', far(30))), 'with');
    expect(rows.map(({ distance, correct }) => [distance, correct])).toEqual([
      ['ROOT', 1],
      ['1', 1],
      ['2', 1],
      ['3', 1],
      ['4', 1],
      ['5', 1],
      ['6-10', 5],
      ['11-20', 10],
      ['21+', 9],
    ]);
  });
});

describe('by length', () => {
  it('sentences are grouped by their gold words', () => {
    const sentence = (n: number) =>
      Array.from({ length: n }, (_, i) => `${i + 1} w w X _ _ ${i} dep`).join('\n');
    const sentences = [5, 6, 10, 11, 20, 51, 60, 3].map(sentence);
    const wrong = '1 w w X _ _ 0 dep\n2 w w X _ _ 1 dep\n3 w w X _ _ 1 dep';
    const rows = byLength(
      align(treebank('gold', ...sentences), treebank('system', ...sentences.slice(0, -1), wrong)),
      'with',
    );
    expect(
      rows.map(({ length, sentences, words, uas, uem }) => [length, sentences, words, uas, uem]),
    ).toEqual([
      ['1-5', 2, 8, 87.5, 50],
      ['6-10', 2, 16, 100, 100],
      ['11-20', 2, 31, 100, 100],
      ['51+', 2, 111, 100, 100],
    ]);
  });
});

describe('a breakdown', () => {
  it('adds up to the scores', () => {
    fc.assert(
      fc.property(anyRivals, fc.constantFrom('with', 'without'), ([gold, system], punctuation) => {
        const alignment = align(gold, system);
        const { words, sentences, uas, las } = scores(alignment, punctuation);
        const sum = (rows: Rates[], count: 'gold' | 'system' | 'correct') =>
          rows.reduce((total, row) => total + row[count], 0);
        for (const [rows, score] of [
          [byDistance(alignment, punctuation), uas],
          [byLabel(alignment, punctuation), las],
        ] as const) {
          expect([sum([...rows], 'gold'), sum([...rows], 'system')]).toEqual([words, words]);
          expect((words * score) / 100).toBeCloseTo(sum([...rows], 'correct'), 8);
        }
        const lengths = byLength(alignment, punctuation);
        expect(lengths.reduce((total, row) => total + row.sentences, 0)).toBe(sentences);
        expect(lengths.reduce((total, row) => total + (row.words * row.las) / 100, 0)).toBeCloseTo(
          (words * las) / 100,
          8,
        );
      }),
    );
  });

  it('exchanges precision and recall when gold and system are exchanged', () => {
    fc.assert(
      fc.property(anyPair('multiword'), ([gold, system]) => {
        for (const by of [byLabel, byDistance]) {
          const rows = (a: typeof gold, b: typeof gold) =>
            new Map(by(align(a, b), 'with').map((row) => ['label' in row ? row.label : row.distance, row]));
          const back = rows(system, gold);
          for (const [name, { precision, recall, f1 }] of rows(gold, system)) {
            expect(back.get(name)).toMatchObject({ precision: recall, recall: precision, f1 });
          }
        }
      }),
    );
  });
});
