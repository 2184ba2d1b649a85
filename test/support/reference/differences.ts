// Gradients by central differences: the judge of every hand-written backward.
import { type Matrix, zerosLike } from './matrix.js';

/** The gradient of `loss` by `values`, which it must read afresh at each call. */
export function centralDifferences(loss: () => number, values: Matrix): Matrix {
  const step = 1e-5;
  const gradient = zerosLike(values);
  values.forEach((row, r) => {
    row.forEach((kept, c) => {
      row[c] = kept + step;
      const above = loss();
      row[c] = kept - step;
      const below = loss();
      row[c] = kept;
      gradient[r][c] = (above - below) / (2 * step);
    });
  });
  return gradient;
}

/**
 * The largest difference, relative to the largest number expected (or to 0.01, where all are smaller: below that,
 * single precision next to gradients of about 1 has nothing to say). Infinite where shapes differ or NaN appears.
 */
export function distance(actual: Matrix, expected: Matrix): number {
  const same =
    actual.length === expected.length && actual.every((row, r) => row.length === expected[r].length);
  if (!same || actual.some((row) => row.some(Number.isNaN))) return Number.POSITIVE_INFINITY;
  let largest = 0;
  let size = 0.01;
  expected.forEach((row, r) => {
    row.forEach((x, c) => {
      largest = Math.max(largest, Math.abs(actual[r][c] - x));
      size = Math.max(size, Math.abs(x));
    });
  });
  return largest / size;
}
