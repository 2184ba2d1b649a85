// Tree probabilities under edge-factored scores, for trees that need not be projective. By the matrix-tree theorem the
// sum over trees is a determinant, computed by elimination. The variant used here (Grassmann, Taksar & Heyman 1985)
// only adds, multiplies and divides positive numbers, so there is no cancellation and no negative probability.
//
// Think of a walk from word to head to head's head, up to ROOT. Eliminating word v replaces each step x → v by its
// continuations x → v → r, each weighted by r's share among v's heads. The product of the eliminated words' head totals
// is the sum over all trees. Once m is the only word left, a step m → h counts its weight times the share of walks from
// h that reach ROOT before returning to m; normalized, this is the probability that h is m's head.
import {
  arrayOf,
  checkLength,
  type DecodeOptions,
  requireFinite,
  type Scores,
  ScoresError,
  sumOfArcs,
} from './decoding.js';
import type { Marginals } from './marginals.js';

/** `scores` is (n+1)×(n+1) by head and modifier. */
export function spanningTreeMarginals(
  n: number,
  scores: Scores,
  { arcs, singleRoot = false }: DecodeOptions = {},
): Marginals<{ readonly arcs: Float32Array }> {
  checkLength(n);
  const size = n + 1;
  const sum = arrayOf(sumOfArcs(n, scores, arcs));
  // Every tree has one arc into each word, so scores are relative to the best arc into each word.
  const weights = new Float64Array(size * size); // logarithms, by modifier and head
  let logPartition = 0;
  let spread = 0;
  let isForbidding = false;
  for (let m = 1; m < size; m++) {
    let best = -Infinity;
    for (let h = 0; h < size; h++) if (h !== m) best = Math.max(best, sum[h * size + m]);
    logPartition += requireFinite(best);
    for (let h = 0; h < size; h++) {
      const weight = sum[h * size + m] - best;
      weights[m * size + h] = weight;
      if (h === m) continue;
      if (weight === -Infinity) isForbidding = true;
      else spread = Math.max(spread, -weight);
    }
  }
  // Forbidden arcs get a weight too small for any sum over trees to make up for.
  const least = n * (spread + Math.log(size)) + 60;
  if (isForbidding) for (const [at, weight] of weights.entries()) weights[at] = Math.max(weight, -2 * least);
  // Plain numbers can hold sums of terms up to e³⁰⁰ apart; logarithms have no such limit but take ten times as long.
  const numbers = isForbidding || spread > 300 ? logarithms : reals;
  const steps = weights.map(numbers.number);

  const marginals = new Float32Array(size * size);
  const parts = new Float64Array(size);
  let logTotal = 0;
  /** Finds the head probabilities of the remaining words. */
  const visit = (walks: Walks): void => {
    const { words, values, width } = walks;
    if (words.length > 1) {
      const middle = words.length >> 1;
      visit(eliminate(walks, words.slice(0, middle), words.slice(middle), singleRoot, numbers));
      visit(eliminate(walks, words.slice(middle), words.slice(0, middle), singleRoot, numbers));
      return;
    }
    const [m] = words;
    logTotal = walks.logTotal + numbers.logarithm(values[m * width]);
    parts[0] = steps[m * size];
    for (let h = 1; h < size; h++) parts[h] = numbers.times(steps[m * size + h], values[h * width]);
    parts[m] = numbers.number(-Infinity);
    const total = numbers.sum(parts, 0, size);
    for (let h = 0; h < size; h++) {
      const isForbidden = sum[h * size + m] === -Infinity;
      marginals[h * size + m] = isForbidden ? 0 : numbers.ratio(parts[h], total);
    }
  };
  if (n > 0) {
    const words = Array.from({ length: n }, (_, at) => at + 1);
    visit({ words, values: steps, width: size, logTotal: 0 });
  }
  if (logTotal < -least) throw new ScoresError('No tree has a finite score: every tree has a forbidden arc.');
  return { logPartition: logPartition + logTotal, arcs: marginals, expected: { arcs: marginals } };
}

/** Steps from each word to ROOT and to the remaining words. */
interface Walks {
  /** The remaining words. */
  readonly words: readonly number[];
  /**
   * By word and place: ROOT has the first place, the remaining words the others. A remaining word's row holds the
   * weights of its heads and is meaningless at its own place; an eliminated word's row holds shares of a whole.
   */
  readonly values: Float64Array; // [n+1, width]
  readonly width: number;
  /** The logarithm of the product of the totals so far. */
  readonly logTotal: number;
}

/** Keeps some words and eliminates the others. With a single root, ROOT's weights are negligible against the words'. */
function eliminate(
  { words, values, width: before, logTotal }: Walks,
  kept: readonly number[],
  dropped: readonly number[],
  singleRoot: boolean,
  numbers: Numbers,
): Walks {
  const width = words.length + 1;
  const size = values.length / before;
  const order = [...kept, ...dropped];
  const places = [0, ...order.map((word) => words.indexOf(word) + 1)];
  const next = new Float64Array(size * width);
  for (let word = 1; word < size; word++) {
    for (let place = 0; place < width; place++)
      next[word * width + place] = values[word * before + places[place]];
  }
  // Starts at the last place, so that the remaining words stay contiguous.
  for (let last = width - 1; last > kept.length; last--) {
    const word = order[last - 1];
    const first = singleRoot ? 1 : 0;
    const total = numbers.sum(next, word * width + first, last - first);
    logTotal += numbers.logarithm(total);
    numbers.divide(next, word * width, last, total);
    for (let other = 1; other < size; other++) {
      if (other !== word)
        numbers.addTimes(next, other * width, word * width, last, next[other * width + last]);
    }
  }
  return { words: kept, values: next, width, logTotal };
}

/** Arithmetic on positive numbers, stored directly or as logarithms. */
interface Numbers {
  /** The number with this logarithm. */
  number(logarithm: number): number;
  logarithm(number: number): number;
  times(a: number, b: number): number;
  /** a / b, always as a plain number. */
  ratio(a: number, b: number): number;
  /** Of `count` numbers. */
  sum(values: Float64Array, from: number, count: number): number;
  /** Divides `count` numbers. */
  divide(values: Float64Array, from: number, count: number, by: number): void;
  /** Adds `count` numbers times a factor to others. */
  addTimes(values: Float64Array, to: number, from: number, count: number, factor: number): void;
}

const reals: Numbers = {
  number: Math.exp,
  logarithm: Math.log,
  times: (a, b) => a * b,
  ratio: (a, b) => a / b,
  sum(values, from, count) {
    let sum = 0;
    for (let at = from; at < from + count; at++) sum += values[at];
    return sum;
  },
  divide(values, from, count, by) {
    for (let at = from; at < from + count; at++) values[at] /= by;
  },
  addTimes(values, to, from, count, factor) {
    for (let at = 0; at < count; at++) values[to + at] += factor * values[from + at];
  },
};

const logarithms: Numbers = {
  number: (logarithm) => logarithm,
  logarithm: (number) => number,
  times: (a, b) => a + b,
  ratio: (a, b) => Math.exp(a - b),
  sum(values, from, count) {
    let best = -Infinity;
    for (let at = from; at < from + count; at++) if (values[at] > best) best = values[at];
    let sum = 0;
    for (let at = from; at < from + count; at++) sum += Math.exp(values[at] - best);
    return best + Math.log(sum);
  },
  divide(values, from, count, by) {
    for (let at = from; at < from + count; at++) values[at] -= by;
  },
  addTimes(values, to, from, count, factor) {
    for (let at = 0; at < count; at++) {
      const [a, b] = [values[to + at], factor + values[from + at]];
      values[to + at] = Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)));
    }
  },
};
