import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/engine/random.js';
import { shares, shuffledBatches, sortedBatches } from '../../src/train/batches.js';

const lengths = [3, 1, 4, 1, 5, 9, 2, 6];
const wordsOf = (batch: readonly number[], all: readonly number[]) =>
  batch.reduce((sum, at) => sum + all[at], 0);
const anyLengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 30 });

describe('batches', () => {
  it('are full as soon as they have the words', () => {
    expect(sortedBatches(lengths, 9)).toEqual([[5], [7, 4], [2, 0, 6], [1, 3]]);
    expect(sortedBatches(lengths, 10)).toEqual([
      [5, 7],
      [4, 2, 0],
      [6, 1, 3],
    ]);
  });

  it('have every sentence once, in a new order each time', () => {
    const random = new Random(1);
    fc.assert(
      fc.property(anyLengths, fc.integer({ min: 1, max: 20 }), (all, words) => {
        const batches = shuffledBatches(all, words, random);
        expect(batches.flat().sort((a, b) => a - b)).toEqual([...all.keys()]);
        for (const batch of batches.slice(0, -1)) {
          expect(wordsOf(batch, all)).toBeGreaterThanOrEqual(words);
          expect(wordsOf(batch.slice(0, -1), all)).toBeLessThan(words);
        }
      }),
    );
    const orders = [1, 2, 3].map(() => shuffledBatches(lengths, 5, random).flat().join(' '));
    expect(new Set(orders).size).toBe(3);
    expect(orders).not.toContain([...lengths.keys()].join(' '));
  });
});

describe('shares of a batch', () => {
  it('have the longest sentences first, and about equal costs', () => {
    expect(shares([0, 1, 2, 4, 5, 7], lengths, 2)).toEqual([
      [5, 7],
      [4, 2, 0, 1],
    ]);
    expect(shares([6], lengths, 3)).toEqual([[6], [], []]);
    // One sentence of 400 words has 402 positions and costs 400 more for its pairs; one of a word has three positions.
    const long = [...new Array<number>(267).fill(1), 400];
    expect(shares([...long.keys()], long, 2).map((share) => share.length)).toEqual([1, 267]);
    // Where a pair costs a twentieth of a position, a sentence of 40 words costs as much as 40 of one word.
    const some = [40, ...new Array<number>(30).fill(1)];
    expect(shares([...some.keys()], some, 2).map((share) => share.length)).toEqual([8, 23]);
    expect(shares([...some.keys()], some, 2, 1 / 20).map((share) => share.length)).toEqual([1, 30]);
    const short = [20, 20, ...new Array<number>(20).fill(1)];
    expect(shares([...short.keys()], short, 2).map((share) => share.length)).toEqual([4, 18]);
  });

  it('have every sentence once, in order of length; none is empty that could have one', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60), { maxLength: 30 }), fc.integer({ min: 1, max: 8 }), (all, count) => {
        const parts = shares([...all.keys()], all, count);
        expect(parts.length).toBe(count);
        const order = parts.flat();
        expect([...order].sort((a, b) => a - b)).toEqual([...all.keys()]);
        for (let at = 1; at < order.length; at++)
          expect(all[order[at]]).toBeLessThanOrEqual(all[order[at - 1]]);
        // Sentences without words need no share of their own.
        const words = all.filter((n) => n > 0).length;
        const filled = parts.filter((part) => part.length > 0).length;
        expect(filled).toBeGreaterThanOrEqual(Math.min(count, words));
      }),
    );
  });
});
