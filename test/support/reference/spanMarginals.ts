// The arc-eager chart restricted to one sequence a tree: a reduce never directly follows a reduce-left. Filled in double
// precision, with max (for k-best) or log-sum-exp (for probabilities) as the sum.
//
//   N[k,j] = ⊕ over i of V[k,i] + ra(k,i) + c(k,i) + N[i,j] + re(i,j)            last step not reduce-left
//   L[k,j] = ⊕ over i of V[k,i] + sh(k,i)          + V[i,j] + rl(i,j) + c(j,i)   last step reduce-left
//   V[k,j] = N[k,j] ⊕ L[k,j]
import type { ArcEagerScores } from './arcEager.js';
import { arrayOf, type DecodeOptions, type Scores } from './decoding.js';

/** ⊕ over the first `count` terms. */
export type Sum = (terms: Float64Array, count: number) => number;

export const maximum: Sum = (terms, count) => {
  let best = -Infinity;
  for (let i = 0; i < count; i++) if (terms[i] > best) best = terms[i];
  return best;
};

export const logSumExp: Sum = (terms, count) => {
  const best = maximum(terms, count);
  if (best === -Infinity) return best;
  let sum = 0;
  for (let i = 0; i < count; i++) sum += Math.exp(terms[i] - best);
  return best + Math.log(sum);
};

/** What an arc pays, by the transition that begins its modifier's stay on the stack and the one that ends it. */
export interface SpanWeights {
  readonly n: number;
  readonly singleRoot: boolean;
  // each [n+2, n+2]
  readonly beginRight: Float64Array;
  readonly endRight: Float64Array;
  readonly beginLeft: Float64Array;
  readonly endLeft: Float64Array;
}

export interface CanonicalChart {
  readonly weights: SpanWeights;
  // each [n+2, n+2], −Infinity where there is no item
  readonly notLeft: Float64Array;
  readonly left: Float64Array;
  readonly all: Float64Array;
  readonly goal: number;
}

/** A table of scores in double precision, zero where there is none. */
export function tableOf(n: number, scores: Scores | undefined): Float64Array {
  return scores ? Float64Array.from(arrayOf(scores)) : new Float64Array((n + 2) ** 2);
}

/** Adds the score of each arc i → j to right[i, j] and of j → i to left[i, j], for i < j. */
export function addArcs(n: number, arcs: Scores | undefined, right: Float64Array, left: Float64Array): void {
  if (arcs === undefined) return;
  const c = arrayOf(arcs);
  for (let i = 0; i <= n; i++) {
    for (let j = i + 1; j <= n; j++) {
      right[i * (n + 2) + j] += c[i * (n + 1) + j];
      left[i * (n + 2) + j] += c[j * (n + 1) + i];
    }
  }
}

export function spanWeights(
  n: number,
  scores: ArcEagerScores,
  { arcs, singleRoot = false }: DecodeOptions,
): SpanWeights {
  const [beginRight, endRight] = [tableOf(n, scores.rightArc), tableOf(n, scores.reduce)];
  const [beginLeft, endLeft] = [tableOf(n, scores.shift), tableOf(n, scores.reduceLeft)];
  addArcs(n, arcs, beginRight, endLeft);
  return { n, singleRoot, beginRight, endRight, beginLeft, endLeft };
}

/** Whether [k, j] can come about by an arc from k; with one root, ROOT takes its dependent in the last step. */
export function rightAllowed({ n, singleRoot }: SpanWeights, k: number, j: number): boolean {
  return !singleRoot || k > 0 || j === n + 1;
}

export function canonicalChart(weights: SpanWeights, sum: Sum): CanonicalChart {
  const { n, beginRight, endRight, beginLeft, endLeft } = weights;
  const size = n + 2;
  const notLeft = new Float64Array(size * size).fill(-Infinity);
  const left = notLeft.slice();
  const all = notLeft.slice();
  const terms = new Float64Array(size);
  for (let k = n; k >= 0; k--) {
    notLeft[k * size + k + 1] = 0;
    all[k * size + k + 1] = 0;
    for (let j = k + 2; j <= n + 1; j++) {
      const cell = k * size + j;
      if (rightAllowed(weights, k, j)) {
        for (let i = k + 1; i < j; i++) {
          const [ki, ij] = [k * size + i, i * size + j];
          terms[i - k - 1] = all[ki] + beginRight[ki] + notLeft[ij] + endRight[ij];
        }
        notLeft[cell] = sum(terms, j - k - 1);
      }
      if (j <= n) {
        for (let i = k + 1; i < j; i++) {
          const [ki, ij] = [k * size + i, i * size + j];
          terms[i - k - 1] = all[ki] + beginLeft[ki] + all[ij] + endLeft[ij];
        }
        left[cell] = sum(terms, j - k - 1);
      }
      terms[0] = notLeft[cell];
      terms[1] = left[cell];
      all[cell] = sum(terms, 2);
    }
  }
  return { weights, notLeft, left, all, goal: all[n + 1] };
}
