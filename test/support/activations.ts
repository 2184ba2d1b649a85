// The suite of the activations, run on every build of the kernels, against double precision.
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engine/engine.js';
import { Random } from '../../src/engine/random.js';
import { geluOf, geluSlope } from './reference/gelu.js';
import { expectClose, expectNear, placeGuarded } from './tensors.js';

const SMALLEST_NORMAL = 2 ** -126;

/** Every float is a candidate: all exponents, dense mantissas, and the ranges that matter more densely. */
function sampleFloats(): Float32Array {
  const random = new Random(1);
  const values: number[] = [0, -0, Infinity, -Infinity, NaN];
  const bits = new Uint32Array(1);
  const float = new Float32Array(bits.buffer);
  for (let exponent = 0; exponent < 255; exponent++) {
    for (let i = 0; i < 60; i++) {
      bits[0] = (random.below(2) * 2 ** 31 + exponent * 2 ** 23 + random.below(2 ** 23)) >>> 0;
      values.push(float[0]);
    }
  }
  for (const reach of [1, 10, 110]) {
    for (let i = 0; i < 50_001; i++) values.push(reach * (i / 25_000 - 1));
  }
  return Float32Array.from(values);
}

/** Relative error where the true result is a normal float, absolute in units of the smallest normal one below. */
function worstError(actual: Float32Array, input: Float32Array, truth: (x: number) => number): number {
  let worst = 0;
  for (let i = 0; i < input.length; i++) {
    const expected = truth(input[i]);
    if (Math.fround(expected) === actual[i] || (Number.isNaN(expected) && Number.isNaN(actual[i]))) continue;
    const error = Math.abs(actual[i] - expected) / Math.max(Math.abs(expected), SMALLEST_NORMAL);
    worst = Math.max(worst, error); // NaN stays
  }
  return worst;
}

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));

export function describeActivations(name: string, engine: Engine): void {
  const { arena, kernels } = engine;
  const guarded = (values: Float32Array) => placeGuarded(engine, values);

  describe(`softmax, tanh, GELU, ${name}`, () => {
    const input = sampleFloats();
    const x = arena.tensor([input.length], 'x');
    const y = arena.tensor([input.length], 'y');
    x.set(input);

    it('softmax of two is right to 4e-6 where the true result is a normal float, and underflows to 0', () => {
      const scores = input.filter((value) => Math.abs(value) < 200);
      const pairs = arena.tensor([scores.length, 2], 'pairs');
      pairs.set([...scores].flatMap((value) => [value, 0]));
      kernels.softmaxRows(scores.length, 2, pairs.pointer, pairs.pointer);
      const first = pairs.copy().filter((_, i) => i % 2 === 0);
      const normal = (_: number, i: number) => scores[i] > -87.3;
      expect(worstError(first.filter(normal), scores.filter(normal), sigmoid)).toBeLessThan(4e-6);
      expect(first.every((value, i) => normal(value, i) || (value >= 0 && value < 2e-38))).toBe(true);
      expect(first[scores.indexOf(-110)]).toBe(0);
    });

    it('tanh is right to 2e-6 and never leaves [−1, 1]', () => {
      kernels.tanhForward(x.size, x.pointer, y.pointer);
      expect(worstError(y.copy(), input, Math.tanh)).toBeLessThan(2e-6);
      expect(y.copy().every((value) => Number.isNaN(value) || Math.abs(value) <= 1)).toBe(true);
      expect(y.copy()[4]).toBeNaN();
    });

    it('GELU is right to 1e-6, relative or absolute, and so is its slope', () => {
      const reach = input.filter((value) => Math.abs(value) < 1e30);
      const [sums, units, slopes] = [reach, reach, new Float32Array(reach.length).fill(1)].map(guarded);
      const [bias, dBias] = [
        guarded(new Float32Array(reach.length)),
        guarded(new Float32Array(reach.length)),
      ];
      kernels.geluForward(1, reach.length, bias.pointer, sums.pointer, units.pointer);
      kernels.geluBackward(1, reach.length, sums.pointer, slopes.pointer, slopes.pointer, dBias.pointer);
      expectNear(units, [...reach].map(geluOf), 1e-6);
      expectNear(slopes, [...reach].map(geluSlope), 1e-6);
    });
  });

  describe.each([1, 2, 3, 4, 5, 17, 64])(`activations over %i floats, ${name}`, (count) => {
    const random = new Random(count);
    const values = (scale: number) => Float32Array.from({ length: count }, () => random.normal(0, scale));
    it('go through tanh, in place too, and write nothing behind the end', () => {
      const input = values(3);
      const [x, y] = [guarded(input), guarded(input)];
      kernels.tanhForward(count, x.pointer, y.pointer);
      kernels.tanhForward(count, x.pointer, x.pointer);
      for (const result of [x, y]) expectClose(result, [...input].map(Math.tanh));
    });

    it('go back through tanh, in place too, and write nothing behind the end', () => {
      const [output, slope] = [values(0.5), values(2)];
      const [y, dy, dx] = [output, slope, slope].map(guarded);
      kernels.tanhBackward(count, y.pointer, dy.pointer, dx.pointer);
      kernels.tanhBackward(count, y.pointer, dy.pointer, dy.pointer);
      const expected = [...output].map((value, i) => slope[i] * (1 - value * value));
      for (const result of [dx, dy]) expectClose(result, expected);
    });

    it.each([0, 0.1])('go through a rectifier of slope %d and back, in place too', (slope) => {
      const [input, gradient] = [values(3).with(0, 0), values(2)];
      const [x, y, dy, dx] = [input, input, gradient, gradient].map(guarded);
      kernels.rectifierForward(count, slope, x.pointer, y.pointer);
      kernels.rectifierForward(count, slope, x.pointer, x.pointer);
      for (const result of [x, y])
        expectClose(
          result,
          [...input].map((value) => Math.max(slope * value, value)),
        );
      kernels.rectifierBackward(count, slope, y.pointer, dy.pointer, dx.pointer);
      kernels.rectifierBackward(count, slope, y.pointer, dy.pointer, dy.pointer);
      const expected = [...input].map((value, i) => gradient[i] * (value > 0 ? 1 : slope));
      for (const result of [dx, dy]) expectClose(result, expected);
    });

    it('go through GELU after a bias, forward and backward', () => {
      const rows = 3;
      const [input, slope] = [1, 2].map(() =>
        Float32Array.from({ length: rows * count }, () => random.normal(0, 3)),
      );
      const bias = values(1);
      const [x, y, dx] = [guarded(input), guarded(slope), guarded(slope)];
      const [b, dBias] = [guarded(bias), guarded(bias)];
      kernels.geluForward(rows, count, b.pointer, x.pointer, y.pointer);
      const sums = input.map((value, i) => value + bias[i % count]);
      expectClose(x, sums);
      expectNear(y, [...sums].map(geluOf));
      kernels.geluBackward(rows, count, x.pointer, dx.pointer, dx.pointer, dBias.pointer);
      const d = [...sums].map((sum, i) => slope[i] * geluSlope(sum));
      expectNear(dx, d);
      expectNear(
        dBias,
        Array.from(bias, (value, column) =>
          d.reduce((sum, at, i) => (i % count === column ? sum + at : sum), value),
        ),
      );
    });

    it('go back through softmax', () => {
      const rows = 3;
      const [output, slope] = [1, 2].map(() =>
        Float32Array.from({ length: rows * count }, () => random.uniform()),
      );
      const [y, dy, dx] = [guarded(output), guarded(slope), guarded(slope)];
      kernels.softmaxBackwardRows(rows, count, y.pointer, dy.pointer, dx.pointer);
      kernels.softmaxBackwardRows(rows, count, y.pointer, dy.pointer, dy.pointer);
      const expected = [...output].map((value, i) => {
        let along = 0;
        for (let c = i - (i % count), end = c + count; c < end; c++) along += output[c] * slope[c];
        return value * (slope[i] - along);
      });
      for (const result of [dx, dy]) expectNear(result, expected);
    });

    it('give softmax and log-sum-exp of rows', () => {
      const rows = 3;
      const input = Float32Array.from({ length: rows * count }, () => random.normal(50, 40));
      const x = guarded(input);
      const y = guarded(input);
      const sums = guarded(new Float32Array(rows));
      kernels.logSumExpRows(rows, count, x.pointer, sums.pointer);
      kernels.softmaxRows(rows, count, x.pointer, y.pointer);
      kernels.softmaxRows(rows, count, x.pointer, x.pointer);
      const expectedSums = Array.from({ length: rows }, (_, r) => {
        const row = input.subarray(r * count, (r + 1) * count);
        const most = Math.max(...row);
        return most + Math.log(row.reduce((sum, value) => sum + Math.exp(value - most), 0));
      });
      expectClose(sums, expectedSums);
      const expected = [...input].map((value, i) => Math.exp(value - expectedSums[Math.floor(i / count)]));
      for (const result of [x, y]) expectClose(result, expected, 1e-5);
    });
  });

  describe(`log-sum-exp, ${name}`, () => {
    it('of nothing but −∞ is −∞', () => {
      const x = guarded(new Float32Array(5).fill(-Infinity));
      const sum = guarded(new Float32Array(1));
      kernels.logSumExpRows(1, 5, x.pointer, sum.pointer);
      expect(sum.copy()[0]).toBe(-Infinity);
    });
  });
}
