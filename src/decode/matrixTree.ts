// Probabilities of non-projective trees under edge-factored scores, by the matrix-tree theorem (Koo et al. 2007): the log
// partition function is the log determinant of a Laplacian, the arcs' marginal probabilities come from its inverse.
import { arrayOf, type DecodeOptions, requireFinite, type Scores, sumOfArcs } from './decoding.js';
import type { Marginals } from './marginals.js';

/** `scores` is (n+1)×(n+1) by head and modifier. */
export function spanningTreeMarginals(
  n: number,
  scores: Scores,
  { arcs, singleRoot = false }: DecodeOptions = {},
): Marginals<{ readonly arcs: Float32Array }> {
  const size = n + 1;
  const sum = arrayOf(sumOfArcs(scores, arcs));
  // Every tree has one arc into each word, so a factor for each word keeps the numbers in range.
  const weight = new Float64Array(size * size);
  let logPartition = 0;
  for (let m = 1; m < size; m++) {
    let best = -Infinity;
    for (let h = 0; h < size; h++) if (h !== m) best = Math.max(best, sum[h * size + m]);
    for (let h = 0; h < size; h++) {
      if (h !== m) weight[h * size + m] = Math.exp(sum[h * size + m] - best);
    }
    logPartition += best;
  }
  // Row and column w−1 belong to word w. With one root, the first row holds the weights of ROOT's arcs instead.
  const laplacian = new Float64Array(n * n);
  for (let m = 1; m < size; m++) {
    for (let h = singleRoot ? 1 : 0; h < size; h++) {
      laplacian[(m - 1) * n + m - 1] += weight[h * size + m];
      if (h > 0) laplacian[(h - 1) * n + m - 1] -= weight[h * size + m];
    }
  }
  if (singleRoot) for (let m = 1; m < size; m++) laplacian[m - 1] = weight[m];
  const { logDeterminant, inverse } = invert(n, laplacian);
  logPartition = requireFinite(logPartition + logDeterminant);

  const marginals = new Float32Array(size * size);
  for (let m = 1; m < size; m++) {
    const diagonal = singleRoot && m === 1 ? 0 : inverse[(m - 1) * n + m - 1];
    for (let h = 0; h < size; h++) {
      const across = singleRoot && h === 1 ? 0 : inverse[(m - 1) * n + h - 1];
      const gradient = h > 0 ? diagonal - across : singleRoot ? inverse[(m - 1) * n] : diagonal;
      marginals[h * size + m] = weight[h * size + m] * gradient;
    }
  }
  return { logPartition, arcs: marginals, expected: { arcs: marginals } };
}

/** Gauss–Jordan elimination with row pivots. */
function invert(n: number, matrix: Float64Array): { logDeterminant: number; inverse: Float64Array } {
  const a = matrix.slice();
  const inverse = new Float64Array(n * n);
  for (let i = 0; i < n; i++) inverse[i * n + i] = 1;
  let logDeterminant = 0;
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let row = column + 1; row < n; row++) {
      if (Math.abs(a[row * n + column]) > Math.abs(a[pivot * n + column])) pivot = row;
    }
    const value = a[pivot * n + column];
    logDeterminant += Math.log(Math.abs(value));
    for (const rows of [a, inverse]) {
      for (let i = 0; i < n; i++) {
        const swapped = rows[pivot * n + i];
        rows[pivot * n + i] = rows[column * n + i];
        rows[column * n + i] = swapped / value;
      }
    }
    for (let row = 0; row < n; row++) {
      const factor = a[row * n + column];
      if (row === column || factor === 0) continue;
      for (const rows of [a, inverse]) {
        for (let i = 0; i < n; i++) rows[row * n + i] -= factor * rows[column * n + i];
      }
    }
  }
  return { logDeterminant, inverse };
}
