// The arc-standard chart restricted to one sequence a tree (a reduce-left never directly follows a reduce-right), with the
// hook trick, in double precision, with max or log-sum-exp as the sum; and its gradient.
//
// As in assembly/arcStandard.ts a row over h holds, for a pair i < j, R[h,i,j] for h < i, T[i,h,j] for i ≤ h < j and
// L[i,j,h] for h ≥ j. T is split by the last step: `right` after a reduce-right, `notRight` otherwise.
import type { ArcStandardScores } from './arcStandard.js';
import { addArcs, logSumExp, type Sum, tableOf } from './canonical.js';
import { type DecodeOptions, requireFinite } from './decoding.js';
import { arcsOf, type Expected, type Marginals } from './marginals.js';

type Tables = Record<keyof ArcStandardScores, Float64Array>; // each [n+2, n+2]

export interface ArcStandardWeights extends Readonly<Tables> {
  readonly n: number;
  /** Whether head h can take a right dependent at front j; with one root, ROOT takes its own in the last step. */
  rightAllowed(h: number, j: number): boolean;
}

export interface CanonicalArcStandard {
  // each [pairs, n+2]
  readonly all: Float64Array;
  readonly notRight: Float64Array;
  readonly right: Float64Array;
  /** Where the row of pair i < j begins. */
  rowOf(i: number, j: number): number;
  readonly goal: number;
}

export function arcStandardWeights(
  n: number,
  scores: ArcStandardScores,
  { arcs, singleRoot = false }: DecodeOptions,
): ArcStandardWeights {
  const [attachLeft, attachRight] = [tableOf(n, scores.attachLeft), tableOf(n, scores.attachRight)];
  addArcs(n, arcs, attachRight, attachLeft);
  return {
    n,
    shift: tableOf(n, scores.shift),
    reduceLeft: tableOf(n, scores.reduceLeft),
    reduceRight: tableOf(n, scores.reduceRight),
    attachLeft,
    attachRight,
    rightAllowed: (h, j) => !singleRoot || h > 0 || j === n + 1,
  };
}

export function canonicalArcStandard(weights: ArcStandardWeights, sum: Sum): CanonicalArcStandard {
  const { n, shift, reduceLeft, reduceRight, attachLeft, attachRight } = weights;
  const size = n + 2;
  const rowOf = (i: number, j: number) => ((j * (j - 1)) / 2 + i) * size;
  const all = new Float64Array(rowOf(0, n + 2)).fill(-Infinity);
  const notRight = all.slice();
  const right = all.slice();
  const terms = new Float64Array(size);
  for (let j = 1; j <= n + 1; j++) {
    for (let i = j - 1; i >= 0; i--) {
      const row = rowOf(i, j);
      for (let h = i; h < j; h++) {
        for (let k = h + 1; k < j; k++) terms[k - h - 1] = all[rowOf(i, k) + h] + all[rowOf(k, j) + h];
        right[row + h] = sum(terms, j - h - 1);
        for (let k = i + 1; k <= h; k++) terms[k - i - 1] = all[rowOf(i, k) + h] + notRight[rowOf(k, j) + h];
        notRight[row + h] = j === i + 1 ? 0 : sum(terms, h - i) + reduceLeft[h * size + j];
        terms[0] = notRight[row + h];
        terms[1] = right[row + h];
        all[row + h] = sum(terms, 2);
      }
      for (let h = 0; h < i; h++) {
        if (!weights.rightAllowed(h, j)) continue;
        for (let m = i; m < j; m++) {
          terms[m - i] = all[row + m] + attachRight[h * size + m] + reduceRight[m * size + j];
        }
        all[row + h] = shift[h * size + i] + sum(terms, j - i);
      }
      const first = Math.max(i, 1);
      for (let h = j; h <= n; h++) {
        for (let m = first; m < j; m++) {
          terms[m - first] = all[row + m] + attachLeft[m * size + h] + shift[m * size + j];
        }
        all[row + h] = sum(terms, j - first);
      }
    }
  }
  return { all, notRight, right, rowOf, goal: all[rowOf(0, n + 1)] };
}

/** The log partition function over all projective trees, the arcs' probabilities, and the expected use of each score. */
export function arcStandardMarginals(
  n: number,
  scores: ArcStandardScores,
  options: DecodeOptions = {},
): Marginals<Expected<ArcStandardScores>> {
  const weights = arcStandardWeights(n, scores, options);
  const { all, notRight, right, rowOf, goal } = canonicalArcStandard(weights, logSumExp);
  requireFinite(goal);
  const size = n + 2;
  const fresh = () => new Float64Array(size * size);
  const expected: Tables = {
    shift: fresh(),
    reduceLeft: fresh(),
    reduceRight: fresh(),
    attachLeft: fresh(),
    attachRight: fresh(),
  };
  const outside = new Float64Array(all.length);
  const outsideNotRight = new Float64Array(all.length);
  outside[rowOf(0, n + 1)] = 1;
  /** The part of `whole` that a term has in a sum. */
  const share = (whole: number, term: number, total: number) => whole * Math.exp(term - total);

  // Backwards through the order in which the chart was filled.
  for (let j = n + 1; j >= 1; j--) {
    for (let i = 0; i < j; i++) {
      const row = rowOf(i, j);
      const first = Math.max(i, 1);
      for (let h = j; h <= n; h++) {
        if (outside[row + h] === 0) continue;
        for (let m = first; m < j; m++) {
          const term = all[row + m] + weights.attachLeft[m * size + h] + weights.shift[m * size + j];
          const part = share(outside[row + h], term, all[row + h]);
          outside[row + m] += part;
          expected.attachLeft[m * size + h] += part;
          expected.shift[m * size + j] += part;
        }
      }
      for (let h = 0; h < i; h++) {
        if (outside[row + h] === 0) continue;
        expected.shift[h * size + i] += outside[row + h];
        const total = all[row + h] - weights.shift[h * size + i];
        for (let m = i; m < j; m++) {
          const term = all[row + m] + weights.attachRight[h * size + m] + weights.reduceRight[m * size + j];
          const part = share(outside[row + h], term, total);
          outside[row + m] += part;
          expected.attachRight[h * size + m] += part;
          expected.reduceRight[m * size + j] += part;
        }
      }
      if (j === i + 1) continue;
      for (let h = i; h < j; h++) {
        if (all[row + h] === -Infinity) continue;
        const toRight = share(outside[row + h], right[row + h], all[row + h]);
        for (let k = h + 1; k < j && toRight > 0; k++) {
          const term = all[rowOf(i, k) + h] + all[rowOf(k, j) + h];
          const part = share(toRight, term, right[row + h]);
          outside[rowOf(i, k) + h] += part;
          outside[rowOf(k, j) + h] += part;
        }
        const toLeft = outsideNotRight[row + h] + share(outside[row + h], notRight[row + h], all[row + h]);
        if (toLeft === 0) continue;
        expected.reduceLeft[h * size + j] += toLeft;
        const total = notRight[row + h] - weights.reduceLeft[h * size + j];
        for (let k = i + 1; k <= h; k++) {
          const part = share(toLeft, all[rowOf(i, k) + h] + notRight[rowOf(k, j) + h], total);
          outside[rowOf(i, k) + h] += part;
          outsideNotRight[rowOf(k, j) + h] += part;
        }
      }
    }
  }
  return {
    logPartition: goal,
    arcs: arcsOf(n, expected.attachRight, expected.attachLeft),
    expected: {
      shift: Float32Array.from(expected.shift),
      reduceLeft: Float32Array.from(expected.reduceLeft),
      reduceRight: Float32Array.from(expected.reduceRight),
      attachLeft: Float32Array.from(expected.attachLeft),
      attachRight: Float32Array.from(expected.attachRight),
    },
  };
}
