import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { align } from '../../src/evaluate/alignment.js';
import { bootstrap, type Difference } from '../../src/evaluate/bootstrap.js';
import { type Tally, talliesOf } from '../../src/evaluate/scores.js';
import { anyRivals } from '../support/evaluation.js';

/** Sentences of one word each, whose head and label are right or not. */
function tallies(right: readonly boolean[]): Tally[] {
  return right.map((isRight) => {
    const count = isRight ? 1 : 0;
    const exact = { exactHeads: count, exactArcs: count };
    return { sentences: 1, words: 1, heads: count, arcs: count, upos: 0, xpos: 0, ...exact };
  });
}

const always = (n: number, value: boolean) => Array<boolean>(n).fill(value);

describe('the paired bootstrap', () => {
  it('finds no difference between a system and itself', () => {
    fc.assert(
      fc.property(anyRivals, ([gold, system]) => {
        const own = talliesOf(align(gold, system), 'with');
        for (const found of Object.values<Difference>(bootstrap(own, own, { samples: 20 }))) {
          expect(found.second).toBe(found.first);
          expect(found).toMatchObject({ difference: 0, mean: 0, low: 0, high: 0, p: 1 });
        }
      }),
    );
  });

  it('gives the same for the same seed, and other samples for another', () => {
    const [first, second] = [3, 4].map((step) =>
      tallies(Array.from({ length: 40 }, (_, i) => i % step === 0)),
    );
    const means = [1, 1, 2].map((seed) => bootstrap(first, second, { samples: 100, seed }).uas.mean);
    expect(means[0]).toBe(means[1]);
    expect(means[0]).not.toBe(means[2]);
  });

  it('turns its sign when the systems are exchanged', () => {
    fc.assert(
      fc.property(anyRivals, ([gold, one, other]) => {
        const [first, second] = [one, other].map((system) => talliesOf(align(gold, system), 'without'));
        const there = bootstrap(first, second, { samples: 50 });
        const back = bootstrap(second, first, { samples: 50 });
        for (const name of ['uas', 'las', 'uem', 'lem'] as const) {
          expect(back[name].p).toBe(there[name].p);
          expect(back[name].difference).toBeCloseTo(-there[name].difference, 10);
          expect(back[name].mean).toBeCloseTo(-there[name].mean, 10);
          expect(back[name].low).toBeCloseTo(-there[name].high, 10);
        }
      }),
    );
  });

  it('is sure where every sentence is better', () => {
    const { uas, lem } = bootstrap(tallies(always(9, false)), tallies(always(9, true)), { samples: 99 });
    const expected = { first: 0, second: 100, difference: 100, mean: 100, low: 100, high: 100, p: 1 / 100 };
    expect([uas, lem]).toEqual([expected, expected]);
  });

  it('agrees with the probabilities of all samples', () => {
    // One of two sentences is better: by 0, 50 and 100 in samples with the probabilities 1/4, 1/2 and 1/4.
    const { uas } = bootstrap(tallies([false, false]), tallies([true, false]));
    expect(uas).toMatchObject({ first: 0, second: 50, difference: 50, low: 0, high: 100 });
    expect(Math.abs(uas.mean - 50)).toBeLessThan(1.5);
    expect(Math.abs(uas.p - 0.5)).toBeLessThan(0.02);
    // Of 400 sentences, 60 are better and 40 worse. The deviation of the difference in the mean is 100 √(0.25 − 0.05²)
    // / √400 = 2.487, so that the interval is 5 ± 4.875 and the two-sided p-value of 5 is 0.0444.
    const first = [...always(60, false), ...always(40, true), ...always(300, true)];
    const second = [...always(60, true), ...always(40, false), ...always(300, true)];
    const { las } = bootstrap(tallies(first), tallies(second));
    expect(las.difference).toBeCloseTo(5, 10);
    expect(Math.abs(las.low - 0.125)).toBeLessThan(0.5);
    expect(Math.abs(las.high - 9.875)).toBeLessThan(0.5);
    expect(Math.abs(las.p - 0.0444)).toBeLessThan(0.01);
  });
});
