import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.js';
import { Random } from '../../src/engine/random.js';
import { expectGuarded, placeGuarded } from '../support/tensors.js';

const engine = createEngine();
const { kernels } = engine;

function maskOf(count: number, seed: number, rate: number): Float32Array {
  return engine.arena.scope(() => {
    const x = placeGuarded(engine, new Float32Array(count).fill(1));
    kernels.dropout(count, seed, rate, x.pointer, x.pointer);
    expectGuarded(x);
    return x.copy();
  });
}

describe('dropout by a seed', () => {
  it.each([0.05, 0.1, 0.5, 0.9])('drops a share of %d and scales the rest', (rate) => {
    const count = 200_001;
    const mask = maskOf(count, 7, rate);
    const factor = Math.fround(1 / (1 - rate));
    const kept = mask.filter((value) => value === factor).length;
    expect(mask.every((value) => value === 0 || value === factor)).toBe(true);
    // Five standard deviations.
    expect(Math.abs(kept / count - (1 - rate))).toBeLessThan(5 * Math.sqrt((rate * (1 - rate)) / count));
  });

  it('draws independent masks: places, neighbours and seeds agree as often as chance has it', () => {
    const count = 100_000;
    const random = new Random(1);
    const masks = [random.bits(), random.bits(), 1, 2].map((seed) => maskOf(count, seed, 0.5));
    const agreement = (a: Float32Array, b: Float32Array) =>
      a.filter((value, i) => value === b[i]).length / a.length;
    for (const [at, mask] of masks.entries()) {
      for (const other of masks.slice(at + 1)) expect(agreement(mask, other)).toBeCloseTo(0.5, 1.9);
      for (const lag of [1, 4, 384]) {
        expect(agreement(mask.subarray(0, -lag), mask.subarray(lag))).toBeCloseTo(0.5, 1.9);
      }
    }
  });

  it.each([1, 2, 3, 4, 7, 64])('multiplies %i floats, with the same mask each time', (count) => {
    const random = new Random(count);
    const values = Float32Array.from({ length: count }, () => random.normal());
    const [x, y] = [placeGuarded(engine, values), placeGuarded(engine, values)];
    kernels.dropout(count, 3, 0.25, x.pointer, y.pointer);
    kernels.dropout(count, 3, 0.25, x.pointer, x.pointer);
    const expected = maskOf(count, 3, 0.25).map((mask, i) => mask * values[i]);
    for (const result of [x, y]) {
      expectGuarded(result);
      expect(result.copy()).toEqual(expected);
    }
  });
});
