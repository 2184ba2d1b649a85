// The semirings that a chart can be evaluated in.
import type { Step } from './chart.js';

/** The values of a chart and how they combine. */
export interface Semiring<K> {
  readonly zero: K;
  readonly one: K;
  /** The value of two alternatives. */
  plus(a: K, b: K): K;
  /** The value of two parts of one derivation. */
  times(a: K, b: K): K;
  /** The value of a step whose score is `score`. */
  lift(score: number, step: Step): K;
}

/** The best score. */
export const viterbi: Semiring<number> = {
  zero: -Infinity,
  one: 0,
  plus: (a, b) => Math.max(a, b),
  times: (a, b) => a + b,
  lift: (score) => score,
};

/** The number of derivations. */
export const counting: Semiring<number> = {
  zero: 0,
  one: 1,
  plus: (a, b) => a + b,
  times: (a, b) => a * b,
  lift: () => 1,
};

/** The logarithm of the sum of all derivations' exponentiated scores. */
export const log: Semiring<number> = {
  zero: -Infinity,
  one: 0,
  plus: (a, b) => {
    const high = Math.max(a, b);
    return high === -Infinity ? high : high + Math.log1p(Math.exp(Math.min(a, b) - high));
  },
  times: (a, b) => a + b,
  lift: (score) => score,
};

/** A score with its derivation. */
export interface Derivation {
  readonly score: number;
  /** Left and right parts in order of the sentence, then the step itself. */
  readonly parts: readonly (Derivation | Step)[];
}

/** The k best derivations, best first. */
export function kBest(k: number): Semiring<readonly Derivation[]> {
  const best = (list: Derivation[]) => list.sort((a, b) => b.score - a.score).slice(0, k);
  return {
    zero: [],
    one: [{ score: 0, parts: [] }],
    plus: (a, b) => best([...a, ...b]),
    times: (a, b) => best(a.flatMap((x) => b.map((y) => ({ score: x.score + y.score, parts: [x, y] })))),
    lift: (score, step) => [{ score, parts: [step] }],
  };
}
