// Tensors for tests: with a guard behind them that shows writes past the end, and compared with doubles.
import { expect } from 'vitest';
import type { Engine } from '../../src/engine/engine.js';
import type { Tensor } from '../../src/engine/tensor.js';

const GUARD = -12345.678;

/** A scratch tensor with these values and a guard on both sides that `expectClose` looks at. */
export function placeGuarded({ arena }: Engine, values: Float32Array): Tensor {
  const whole = arena.scratch([values.length + 32]);
  whole.fill(GUARD);
  whole.set(values, 16);
  return arena.view(whole.pointer + 64, [values.length]);
}

export function expectGuarded(tensor: Tensor): void {
  const guard = Math.fround(GUARD);
  tensor.use(({ buffer }) => {
    const before = new Float32Array(buffer, tensor.pointer - 64, 16);
    const after = new Float32Array(buffer, tensor.pointer + 4 * tensor.size, 16);
    expect([...before, ...after].every((value) => value === guard)).toBe(true);
  });
}

/** A guarded tensor's values are the expected ones up to a relative tolerance, or absolute where they are below 1. */
export function expectNear(tensor: Tensor, expected: ArrayLike<number>, tolerance = 2e-6): void {
  expectClose(tensor, expected, tolerance, 1);
}

/** A guarded tensor's values are the expected ones up to a relative tolerance, absolute where they are below `least`. */
export function expectClose(
  tensor: Tensor,
  expected: ArrayLike<number>,
  tolerance = 2e-6,
  least = 1e-30,
): void {
  expectGuarded(tensor);
  const actual = tensor.copy();
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < actual.length; i++) {
    const error = Math.abs(actual[i] - expected[i]) / Math.max(Math.abs(expected[i]), least);
    if (!(error <= tolerance)) expect.fail(`element ${i}: ${actual[i]} instead of ${expected[i]}`);
  }
}
