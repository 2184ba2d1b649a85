import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.js';
import { Random } from '../../src/engine/random.js';
import { expectClose, placeGuarded } from '../support/tensors.js';

const engine = createEngine();
const { arena, kernels } = engine;
const guarded = (values: Float32Array) => placeGuarded(engine, values);

describe.each([1, 2, 3, 4, 7, 16, 65])('basics over %i floats', (count) => {
  const random = new Random(count);
  const values = (length = count) => Float32Array.from({ length }, () => random.uniform(0.5, 2));

  it('fill, copy, scale, axpy, multiply', () => {
    const [x, y] = [values(), values()];
    const place = guarded(x);
    kernels.scale(count, -0.5, place.pointer);
    expectClose(
      place,
      x.map((value) => -0.5 * value),
    );
    kernels.fill(count, 7, place.pointer);
    expectClose(place, new Float32Array(count).fill(7));
    kernels.copy(count, guarded(y).pointer, place.pointer);
    expectClose(place, y);
    kernels.axpy(count, 3, guarded(x).pointer, place.pointer);
    expectClose(
      place,
      x.map((value, i) => y[i] + 3 * value),
    );
    kernels.multiply(count, guarded(x).pointer, guarded(y).pointer, place.pointer);
    expectClose(
      place,
      x.map((value, i) => value * y[i]),
    );
  });

  it('squared norm, in double precision', () => {
    const x = values();
    x[0] = 1e20; // squared it is no float
    const expected = x.reduce((sum, value) => sum + value * value, 0);
    expect(kernels.squaredNorm(count, guarded(x).pointer) / expected).toBeCloseTo(1, 12);
  });

  it('rows: add one to all, sum all into one, with a stride', () => {
    const [rows, stride] = [5, count + 3];
    const [matrix, row] = [values(rows * stride), values()];
    const inside = (i: number) => i % stride < count;
    const y = guarded(matrix);
    kernels.addRow(rows, count, guarded(row).pointer, y.pointer, stride);
    expectClose(
      y,
      matrix.map((value, i) => (inside(i) ? value + row[i % stride] : value)),
    );
    const sums = guarded(row);
    kernels.sumRows(rows, count, guarded(matrix).pointer, stride, sums.pointer);
    expectClose(
      sums,
      row.map((value, column) =>
        matrix.reduce((sum, x, i) => (i % stride === column ? sum + x : sum), value),
      ),
    );
  });

  it('rows: gather and scatter-add by indices, with a stride', () => {
    const [rows, stride] = [6, count + 2];
    const list = [3, 0, 3, 1, 3, 0];
    const indices = arena.scratchIntegers([rows]);
    indices.set(list);
    const [table, matrix] = [values(4 * count), values(rows * stride)];
    const y = guarded(matrix);
    kernels.gatherRows(rows, count, indices.pointer, guarded(table).pointer, y.pointer, stride);
    expectClose(
      y,
      matrix.map((value, i) =>
        i % stride < count ? table[list[Math.floor(i / stride)] * count + (i % stride)] : value,
      ),
    );
    const sums = guarded(table);
    kernels.scatterAddRows(rows, count, indices.pointer, guarded(matrix).pointer, stride, sums.pointer);
    const expected = Float64Array.from(table);
    for (const [r, index] of list.entries()) {
      for (let column = 0; column < count; column++) {
        expected[index * count + column] += matrix[r * stride + column];
      }
    }
    expectClose(sums, expected);
  });
});
