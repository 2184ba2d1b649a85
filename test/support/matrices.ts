// Between the references and the engine: matrices of doubles and tensors.
import { expect } from 'vitest';
import type { Arena } from '../../src/engine/arena.js';
import type { Random } from '../../src/engine/random.js';
import type { Tensor } from '../../src/engine/tensor.js';
import { distance } from './reference/differences.js';
import type { Matrix } from './reference/matrix.js';

/** Normal numbers that are the same in single and in double precision. */
export function randomMatrix(random: Random, rows: number, columns: number, deviation = 1): Matrix {
  return Array.from({ length: rows }, () =>
    new Float64Array(columns).map(() => Math.fround(random.normal(0, deviation))),
  );
}

/** A mask of the kind that dropout makes, with about a quarter dropped. */
export function randomMask(random: Random, rows: number, columns: number): Matrix {
  return randomMatrix(random, rows, columns).map((row) => row.map((x) => (x > -0.7 ? 1.25 : 0)));
}

/** Columns `from` up to `to` of each row. */
export const columns = (matrix: Matrix, from: number, to: number): Matrix =>
  matrix.map((row) => row.slice(from, to));

/** Matrices side by side. */
export const beside = (...matrices: Matrix[]): Matrix =>
  matrices[0].map((_, r) => Float64Array.of(...matrices.flatMap((matrix) => Array.from(matrix[r]))));

export function fill(tensor: Tensor, matrix: Matrix): Tensor {
  const values = matrix.flatMap((row) => Array.from(row));
  if (values.length !== tensor.size)
    throw new Error(`${values.length} values for a tensor of ${tensor.size}`);
  tensor.set(values);
  return tensor;
}

export const tensorOf = (arena: Arena, matrix: Matrix): Tensor =>
  fill(arena.scratch([matrix.length, matrix[0].length]), matrix);

/** The tensor's numbers in rows of its last dimension. */
export function matrixOf(tensor: Tensor): Matrix {
  const width = tensor.shape[tensor.shape.length - 1];
  return Array.from({ length: tensor.size / width }, (_, r) =>
    Float64Array.from(tensor.copy().subarray(r * width, (r + 1) * width)),
  );
}

/** Single precision agrees with the reference: the largest error is small beside the largest number expected. */
export function expectClose(actual: Tensor | Matrix, expected: Matrix, what = ''): void {
  expect(distance(Array.isArray(actual) ? actual : matrixOf(actual), expected), what).toBeLessThan(1e-4);
}
