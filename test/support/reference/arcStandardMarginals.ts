// Sums over all trees of an arc-standard model by its canonical chart with the hook trick, in logarithms and double
// precision, and their gradient: what the kernels are checked against, and measured against.
//
// A row over h holds, for a pair i < j, R[h,i,j] for h < i, T[i,h,j] for i ≤ h < j and L[i,j,h] for h ≥ j. T is split by
// the last step: `right` after a reduce-right, `notRight` otherwise.
import { arcsOf, logSumExp, type PlainMarginals, type PlainOptions, tableOf } from './spanMarginals.js';

export function plainArcStandardMarginals(
  n: number,
  scores: Readonly<Record<string, Float32Array>>,
  { arcs, singleRoot = false }: PlainOptions = {},
): PlainMarginals {
  const weights = {
    shift: tableOf(n, scores.shift),
    reduceLeft: tableOf(n, scores.reduceLeft),
    reduceRight: tableOf(n, scores.reduceRight),
    attachLeft: tableOf(n, scores.attachLeft, arcs, true),
    attachRight: tableOf(n, scores.attachRight, arcs),
  };
  const { shift, reduceLeft, reduceRight, attachLeft, attachRight } = weights;
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
        right[row + h] = logSumExp(terms, j - h - 1);
        for (let k = i + 1; k <= h; k++) terms[k - i - 1] = all[rowOf(i, k) + h] + notRight[rowOf(k, j) + h];
        notRight[row + h] = j === i + 1 ? 0 : logSumExp(terms, h - i) + reduceLeft[h * size + j];
        terms[0] = notRight[row + h];
        terms[1] = right[row + h];
        all[row + h] = logSumExp(terms, 2);
      }
      for (let h = 0; h < i; h++) {
        // With one root, ROOT takes its own dependent in the last step.
        if (singleRoot && h === 0 && j <= n) continue;
        for (let m = i; m < j; m++) {
          terms[m - i] = all[row + m] + attachRight[h * size + m] + reduceRight[m * size + j];
        }
        all[row + h] = shift[h * size + i] + logSumExp(terms, j - i);
      }
      const first = Math.max(i, 1);
      for (let h = j; h <= n; h++) {
        for (let m = first; m < j; m++) {
          terms[m - first] = all[row + m] + attachLeft[m * size + h] + shift[m * size + j];
        }
        all[row + h] = logSumExp(terms, j - first);
      }
    }
  }
  const fresh = () => new Float64Array(size * size);
  const expected = {
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
  const marginals = arcsOf(n, expected.attachRight, expected.attachLeft);
  return { logPartition: all[rowOf(0, n + 1)], arcs: marginals, expected };
}
