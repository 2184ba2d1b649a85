import { describe, expect, it } from 'vitest';
import { Random } from '../../src/engine/random.js';
import { pairCount, scoreMaskedPairs, scorePairs } from '../../src/nn/pairs.js';
import { expectClose, matrixOf, randomMask, randomMatrix, tensorOf } from '../support/matrices.js';
import type { Matrix } from '../support/reference/matrix.js';
import { slots } from '../support/reference/slots.js';
import { expectScorerGradients, scorer } from '../support/scorer.js';

const cases = [1, 2, 3, 4].flatMap((outputs) => [
  { outputs, hidden: 7, n: 1, start: 0, dropout: 'no', scale: 1 },
  { outputs, hidden: 16, n: 6, start: 0, dropout: 'no', scale: 1 },
  { outputs, hidden: 13, n: 5, start: 3, dropout: 'one', scale: 1 },
  { outputs, hidden: 13, n: 5, start: 3, dropout: 'own', scale: 1 },
  { outputs, hidden: 7, n: 1, start: 0, dropout: 'own', scale: 1 },
  // Most sums saturate, and some nearly cancel out.
  { outputs, hidden: 16, n: 6, start: 0, dropout: 'no', scale: 8 },
]);

describe.each(cases)(
  'pairs: $outputs transitions, $hidden units, $n words at row $start, $dropout mask, scale $scale',
  (shape) => {
    const { outputs, hidden, n, start, dropout, scale } = shape;
    const size = n + 2;
    const inputs = 5;
    const pairs: [i: number, j: number][] = [];
    for (let i = 0; i <= n; i++) for (let j = i + 1; j <= n + 1; j++) pairs.push([i, j]);

    /** The naive way: each pair a configuration, scored on its own; and the engine's, before any backward. */
    function both() {
      const random = new Random(10 * n + outputs);
      const { arena, layer, weights } = scorer(random, { inputs, slots: 2, hidden, outputs });
      const encoded = randomMatrix(random, start + n + 2, inputs).map((row) => row.map((x) => scale * x));
      const one = dropout === 'one' ? randomMask(random, 1, hidden) : undefined;
      const own = dropout === 'own' ? randomMask(random, pairCount(n), hidden) : undefined;
      const configurations = pairs.map(([i, j]) => [start + i, j > n ? -1 : start + j]);
      const expected = slots(encoded, weights, configurations, own ?? (one && pairs.map(() => one[0])));
      const projections = layer.project(tensorOf(arena, encoded));
      const actual = own
        ? scoreMaskedPairs(layer, projections, start, n, tensorOf(arena, own))
        : scorePairs(layer, projections, start, n, one && tensorOf(arena, one));
      return { random, arena, layer, expected, projections, actual };
    }

    /** Gradients [outputs, size, size] from those of the pairs [pairs, outputs], with `other` below the diagonal. */
    const tables = (dScores: Matrix, other: number): Matrix => {
      const rows = Array.from({ length: outputs * size }, () => new Float64Array(size).fill(other));
      pairs.forEach(([i, j], p) => {
        for (let t = 0; t < outputs; t++) rows[t * size + i][j] = dScores[p][t];
      });
      return rows;
    };

    it('scores match the slots, and are 0 elsewhere', () => {
      const { actual, expected } = both();
      expect(actual.scores.shape).toEqual([outputs, size, size]);
      expectClose(matrixOf(actual.scores), tables(expected.output, 0));
    });

    it('dense gradients match the slots', () => {
      const { random, arena, layer, expected, projections, actual } = both();
      const dScores = randomMatrix(random, pairs.length, outputs);
      actual.backward(tensorOf(arena, tables(dScores, Number.NaN)));
      const d = expected.backward(dScores);
      expectClose(projections.backward(), d.encoded);
      expectScorerGradients(layer, d);
    });

    it('sparse gradients match the slots, also where a score is listed twice', () => {
      const { random, layer, expected, projections, actual } = both();
      const dScores = pairs.map(() => new Float64Array(outputs));
      const entries: number[] = [];
      const values: number[] = [];
      for (let e = 0; e < 2 * n + 2; e++) {
        const p = e === 1 ? pairs.length - 1 : random.below(pairs.length);
        const t = random.below(outputs);
        const value = Math.fround(random.normal());
        for (const share of [0.25, 0.75]) {
          entries.push(t, ...pairs[p]);
          values.push(share * value);
        }
        dScores[p][t] += value;
      }
      actual.backwardSparse({ entries, values });
      const d = expected.backward(dScores);
      expectClose(projections.backward(), d.encoded);
      expectScorerGradients(layer, d);
    });
  },
);

describe('pairs', () => {
  it('refuse a scorer of other than two slots, or of more transitions than four', () => {
    for (const [slotCount, outputs] of [
      [3, 4],
      [2, 5],
    ]) {
      const { arena, layer } = scorer(new Random(1), { inputs: 2, slots: slotCount, hidden: 4, outputs });
      const projections = layer.project(tensorOf(arena, randomMatrix(new Random(1), 3, 2)));
      expect(() => scorePairs(layer, projections, 0, 2)).toThrow(
        'Pairs need a scorer of 2 slots and at most 4 transitions.',
      );
    }
  });
});
