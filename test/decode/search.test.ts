// Greedy and beam search over every transition system, against exhaustive search and a plain beam.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beam, maximumBeam } from '../../src/decode/beam.js';
import type { Parse } from '../../src/decode/decoding.js';
import { greedy } from '../../src/decode/greedy.js';
import type { TransitionScorer } from '../../src/decode/search.js';
import { arcEager } from '../../src/transition/arcEager.js';
import { arcHybrid } from '../../src/transition/arcHybrid.js';
import { arcStandard } from '../../src/transition/arcStandard.js';
import { Configuration } from '../../src/transition/configuration.js';
import { follow } from '../../src/transition/system.js';
import { contents, everyConfiguration, legalTransitions } from '../support/configurations.js';
import { anyProjectiveTree, rootCount } from '../support/trees.js';

/** Random scores that see the whole history; quarters, so that sums are exact and ties come up. */
const anyScorer = fc
  .array(fc.integer({ min: -20, max: 20 }), { minLength: 97, maxLength: 97, size: 'max' })
  .map((numbers): TransitionScorer => {
    return (c, out) => {
      let hash = c.s0 + 7 * c.b0;
      for (let step = 0; step < c.steps; step++) hash = (hash * 5 + c.history[step]) % 9973;
      for (let t = 0; t < out.length; t++) out[t] = numbers[(hash + 31 * t) % numbers.length] / 4;
    };
  });

describe.each([arcStandard, arcHybrid, arcEager])('$name', (system) => {
  const scores = new Float32Array(system.transitions.length);

  /** Beam search without any cleverness: each step replays every sequence and sorts all continuations. */
  function plainBeam(n: number, score: TransitionScorer, width: number, singleRoot: boolean) {
    let kept: { transitions: number[]; score: number }[] = [{ transitions: [], score: 0 }];
    for (let step = 0; step < 2 * n; step++) {
      kept = kept
        .flatMap((entry) => {
          const c = new Configuration(n, singleRoot);
          for (const transition of entry.transitions) system.apply(c, transition);
          score(c, scores);
          return legalTransitions(system, c).map((transition) => ({
            transitions: [...entry.transitions, transition],
            score: entry.score + scores[transition],
          }));
        })
        .sort((a, b) => b.score - a.score)
        .slice(0, width);
    }
    return kept[0];
  }

  function bestScore(n: number, score: TransitionScorer, singleRoot: boolean): number {
    let best = -Infinity;
    everyConfiguration(system, new Configuration(n, singleRoot), (c) => {
      if (c.isTerminal) best = Math.max(best, scoreOf(contents(c).history, score, singleRoot));
    });
    return best;
  }

  /** The sum of a sequence's scores; fails where a transition is not legal. */
  function scoreOf(transitions: ArrayLike<number>, score: TransitionScorer, singleRoot: boolean): number {
    const c = new Configuration(transitions.length / 2, singleRoot);
    let sum = 0;
    for (const transition of Array.from(transitions)) {
      if (!system.isLegal(c, transition))
        expect.fail(`${transition} is not legal after ${contents(c).history}`);
      score(c, scores);
      sum += scores[transition];
      system.apply(c, transition);
    }
    return sum;
  }

  function expectSound(found: Parse, n: number, score: TransitionScorer, singleRoot: boolean) {
    expect(found.transitions.length).toBe(2 * n);
    expect(found.heads).toEqual(follow(system, found.transitions));
    expect(found.score).toBe(scoreOf(found.transitions, score, singleRoot));
    if (singleRoot) expect(rootCount(found.heads)).toBe(1);
  }

  const anyLength = (max: number) => fc.integer({ min: 1, max });

  it('finds with a beam that drops nothing what exhaustive search finds', () => {
    fc.assert(
      fc.property(anyLength(5), anyScorer, fc.boolean(), (n, score, singleRoot) => {
        const found = beam(system, n, score, 1000, { singleRoot });
        expect(found.score).toBe(bestScore(n, score, singleRoot));
        expectSound(found, n, score, singleRoot);
      }),
      { numRuns: 40 },
    );
  });

  it('keeps the best configurations at each step, of equal ones the first', () => {
    fc.assert(
      fc.property(anyLength(12), anyScorer, anyLength(9), fc.boolean(), (n, score, width, singleRoot) => {
        const found = beam(system, n, score, width, { singleRoot });
        const expected = plainBeam(n, score, width, singleRoot);
        expect([...found.transitions]).toEqual(expected.transitions);
        expectSound(found, n, score, singleRoot);
      }),
    );
  });

  it('is greedy with a beam of one', () => {
    fc.assert(
      fc.property(anyLength(30), anyScorer, fc.boolean(), (n, score, singleRoot) => {
        const found = greedy(system, n, score, { singleRoot });
        expect(found).toEqual(beam(system, n, score, 1, { singleRoot }));
        expectSound(found, n, score, singleRoot);
      }),
    );
  });

  it('builds the gold tree greedily when the dynamic oracle scores', () => {
    fc.assert(
      fc.property(anyProjectiveTree(20), (gold) => {
        const byCost: TransitionScorer = (c, out) => {
          system.costs(c, gold, out);
          for (let t = 0; t < out.length; t++) out[t] = -out[t];
        };
        expect(greedy(system, gold.length - 1, byCost)).toMatchObject({ heads: gold, score: 0 });
      }),
    );
  });

  it('takes a sentence without words, and scores of minus infinity', () => {
    const empty = { heads: Int32Array.of(-1), transitions: new Uint8Array(0), score: 0 };
    const never: TransitionScorer = (_, out) => out.fill(-Infinity);
    expect(greedy(system, 0, never)).toEqual(empty);
    expect(beam(system, 0, never, 3)).toEqual(empty);
    expectSound(greedy(system, 4, never), 4, never, false);
    expectSound(beam(system, 4, never, 3, { singleRoot: true }), 4, never, true);
  });
});

describe('beam', () => {
  it('refuses a width that is no whole number, below 1, or more than memory should hold', () => {
    for (const width of [0, -1, 1.5, Number.NaN, maximumBeam + 1, 1e8]) {
      expect(() => beam(arcHybrid, 3, () => {}, width)).toThrow(
        `The width of a beam is a whole number from 1 to 1000, not ${width}.`,
      );
    }
  });
});
