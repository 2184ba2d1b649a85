// Probabilities of trees that need not be projective, against sums over all trees, however far scores lie apart.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ScoresError } from '../../src/decode/decoding.js';
import { spanningTreeMarginals } from '../../src/decode/matrixTree.js';
import { allTrees, rootCount } from '../support/trees.js';

/** By head and modifier; arcs into ROOT and from a word to itself are NaN, never to be read. */
function table(n: number, score: (h: number, m: number) => number): Float32Array {
  return Float32Array.from({ length: (n + 1) ** 2 }, (_, at) => {
    const [h, m] = [Math.floor(at / (n + 1)), at % (n + 1)];
    return m > 0 && h !== m ? score(h, m) : NaN;
  });
}

/** The logarithm of the sum over all trees and the arcs' probabilities, tree by tree; no tree has −Infinity. */
function bruteForce(n: number, scores: Float32Array, singleRoot: boolean) {
  const trees = [...allTrees(n)].filter((heads) => !singleRoot || rootCount(heads) === 1);
  const totals = trees.map((heads) => {
    let total = 0;
    for (let m = 1; m <= n; m++) total += scores[heads[m] * (n + 1) + m];
    return total;
  });
  const best = totals.reduce((a, b) => Math.max(a, b), -Infinity);
  const sum = totals.reduce((a, b) => a + Math.exp(b - best), 0);
  const arcs = new Float64Array((n + 1) ** 2);
  for (const [at, heads] of trees.entries()) {
    const probability = Math.exp(totals[at] - best) / sum;
    for (let m = 1; m <= n; m++) arcs[heads[m] * (n + 1) + m] += probability;
  }
  return { logPartition: best + Math.log(sum), arcs };
}

function expectRight(n: number, scores: Float32Array, singleRoot: boolean): void {
  const expected = bruteForce(n, scores, singleRoot);
  const found = spanningTreeMarginals(n, scores, { singleRoot });
  const off = Math.abs(found.logPartition - expected.logPartition);
  expect(off).toBeLessThan(1e-9 * Math.max(1, Math.abs(expected.logPartition)));
  for (const [at, probability] of found.arcs.entries()) {
    if (!(probability >= 0 && Math.abs(probability - expected.arcs[at]) < 1e-6)) {
      expect.fail(`${probability} at ${at} should be ${expected.arcs[at]} in ${scores}`);
    }
  }
}

describe.each([false, true])('one root %s', (singleRoot) => {
  it.each([1, 30, 1000])('equals the sum over all trees with scores up to ±%i', (largest) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.double({ min: -largest, max: largest, noNaN: true }), { minLength: 49, maxLength: 49 }),
        (n, numbers) =>
          expectRight(
            n,
            table(n, (h, m) => numbers[h * 7 + m]),
            singleRoot,
          ),
      ),
      { numRuns: 15 },
    );
  });

  it.each([37, 600, 2000])('equals it for words that prefer each other by %i', (preference) => {
    for (const n of [2, 3, 4]) {
      const mutual = (h: number, m: number) => (h > 0 && Math.ceil(h / 2) === Math.ceil(m / 2) ? 0 : 1);
      expectRight(
        n,
        table(n, (h, m) => -preference * mutual(h, m)),
        singleRoot,
      );
    }
  });

  it('equals it where arcs are forbidden, and fails where no tree is left', () => {
    const anyScore = fc.oneof(
      fc.constant(-Infinity),
      fc.double({ min: -50, max: 50, noNaN: true, noDefaultInfinity: true }),
    );
    let none = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.array(anyScore, { minLength: 36, maxLength: 36 }),
        (n, numbers) => {
          const scores = table(n, (h, m) => numbers[h * 6 + m]);
          if (bruteForce(n, scores, singleRoot).arcs.every((probability) => !(probability > 0))) {
            none++;
            expect(() => spanningTreeMarginals(n, scores, { singleRoot })).toThrow(ScoresError);
          } else {
            expectRight(n, scores, singleRoot);
          }
        },
      ),
      { numRuns: 100 },
    );
    expect(none).toBeGreaterThan(0);
  });

  it('fails where every tree of a long sentence needs a forbidden arc', () => {
    // Forty words without a way from ROOT have more trees than forbidding one arc by a fixed amount would outweigh.
    const scores = table(40, (h) => (h === 0 ? -Infinity : 0));
    expect(() => spanningTreeMarginals(40, scores, { singleRoot })).toThrow('No tree has a finite score');
  });

  it('gives each word one head in long sentences with scores up to ±1000', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 7, max: 30 }),
        fc.infiniteStream(fc.double({ min: -1000, max: 1000, noNaN: true })),
        (n, stream) => {
          const scores = table(n, () => stream.next().value);
          const { logPartition, arcs } = spanningTreeMarginals(n, scores, { singleRoot });
          expect(Number.isFinite(logPartition)).toBe(true);
          for (let m = 1; m <= n; m++) {
            let sum = 0;
            for (let h = 0; h <= n; h++) sum += arcs[h * (n + 1) + m];
            expect(sum).toBeCloseTo(1, 6);
          }
          expect(arcs.every((probability) => probability >= 0)).toBe(true);
        },
      ),
      { numRuns: 5 },
    );
  });
});

it('adds the arcs’ further scores and refuses tables of the wrong size', () => {
  const scores = table(3, (h, m) => Math.sin(3 * h + m));
  const arcs = table(3, (h, m) => Math.cos(h - 2 * m));
  const sum = scores.map((score, at) => score + arcs[at]);
  expect(spanningTreeMarginals(3, scores, { arcs })).toEqual(spanningTreeMarginals(3, sum));
  expect(() => spanningTreeMarginals(4, scores)).toThrow(
    'The table "arcs" has 16 scores where this sentence needs 25.',
  );
  expect(() => spanningTreeMarginals(3, scores, { arcs: new Float32Array(9) })).toThrow('has 9 scores');
});
