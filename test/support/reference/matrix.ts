// Matrices in double precision as plain rows: slow, readable, and independent of the engine.
export type Matrix = Float64Array[];

export const zeros = (rows: number, columns: number): Matrix =>
  Array.from({ length: rows }, () => new Float64Array(columns));

export const zerosLike = (a: Matrix): Matrix => a.map((row) => new Float64Array(row.length));

export const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, x, i) => sum + x * b[i], 0);

export const transposed = (a: Matrix): Matrix =>
  Array.from(a[0] ?? [], (_, column) => Float64Array.from(a, (row) => row[column]));

/** a·b */
export function product(a: Matrix, b: Matrix): Matrix {
  const columns = transposed(b);
  return a.map((row) => Float64Array.from(columns, (column) => dot(row, column)));
}

export const plus = (a: Float64Array, b: Float64Array): Float64Array => a.map((x, i) => x + b[i]);

export const times = (a: Float64Array, b: Float64Array): Float64Array => a.map((x, i) => x * b[i]);

/** The sum of the rows. */
export const columnSums = (a: Matrix): Float64Array => a.reduce(plus);

export function addTo(target: Float64Array, source: Float64Array, scale = 1): void {
  source.forEach((x, i) => {
    target[i] += scale * x;
  });
}
