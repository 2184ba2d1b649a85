import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dequantize, quantize } from '../../src/engine/quantization.js';
import { fromHalf, toHalf } from '../../src/modelfile/halfPrecision.js';

/** What a 16-bit pattern means, by the definition. */
function meaning(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const digits = half & 1023;
  if (exponent === 31) return digits === 0 ? sign * Infinity : NaN;
  return exponent === 0 ? sign * digits * 2 ** -24 : sign * (1024 + digits) * 2 ** (exponent - 25);
}

/** The 32-bit floats on both sides of a positive one. */
function neighbours(value: number): [below: number, above: number] {
  const [bits] = new Uint32Array(Float32Array.of(value).buffer);
  const [below, above] = new Float32Array(Uint32Array.of(bits - 1, bits + 1).buffer);
  return [below, above];
}

const halfOf = (value: number) => toHalf(Float32Array.of(value))[0];

describe('half precision', () => {
  it('gives every pattern its meaning, and back', () => {
    const patterns = Uint16Array.from({ length: 0x10000 }, (_, half) => half);
    const values = fromHalf(patterns);
    const wrong = [...patterns].filter((half) => !Object.is(values[half], meaning(half)));
    expect(wrong).toEqual([]);
    const back = toHalf(values);
    const lost = [...patterns].filter((half) => {
      return Number.isNaN(values[half]) ? !Number.isNaN(meaning(back[half])) : back[half] !== half;
    });
    expect(lost).toEqual([]);
  });

  it('rounds to the nearest, and to even halfway', () => {
    const wrong: number[] = [];
    for (let half = 0; half < 0x7c00; half++) {
      const low = meaning(half);
      // Above the largest finite value, infinity stands where the next value would be.
      const high = half === 0x7bff ? 65536 : meaning(half + 1);
      const middle = (low + high) / 2;
      const [below, above] = neighbours(middle);
      const cases: [value: number, expected: number][] = [
        [below, half],
        [middle, half % 2 === 0 ? half : half + 1],
        [above, half + 1],
      ];
      for (const [value, expected] of cases) {
        if (halfOf(value) !== expected || halfOf(-value) !== (0x8000 | expected)) wrong.push(value);
      }
    }
    expect(wrong).toEqual([]);
    expect([0, -0, 1e-30, 3.4e38, Infinity, -Infinity].map(halfOf)).toEqual([
      0, 0x8000, 0, 0x7c00, 0x7c00, 0xfc00,
    ]);
  });

  it('never changes the order of two values', () => {
    const value = fc.float({ noNaN: true });
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(meaning(halfOf(Math.min(a, b)))).toBeLessThanOrEqual(meaning(halfOf(Math.max(a, b))));
      }),
    );
  });
});

describe('quantization', () => {
  // A scale is rounded, so the very largest floats may come back as infinity.
  const finite = fc.float({ noNaN: true, min: -(2 ** 127), max: 2 ** 127 });
  const small = fc.float({ noNaN: true, min: -4, max: 4 });

  it('is off by half a step at most, and a step is the 127th part of the largest of the row', () => {
    const row = fc.oneof(
      fc.array(small, { minLength: 5, maxLength: 5 }),
      fc.array(finite, { minLength: 5, maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (rows) => {
        const values = Float32Array.from(rows.flat());
        const quantized = quantize(values, rows.length);
        const back = dequantize(quantized);
        expect(quantized.scales.length).toBe(rows.length);
        rows.forEach((numbers, r) => {
          const step = Math.max(...numbers.map(Math.abs)) / 127;
          // The scale itself is a 32-bit float.
          const tolerance = step * 0.500_02 + 127 * 2 ** -149;
          numbers.forEach((number, c) => {
            expect(Math.abs(back[r * 5 + c] - number)).toBeLessThanOrEqual(tolerance);
          });
        });
      }),
    );
  });

  it('keeps the multiples of a step', () => {
    const values = Float32Array.from({ length: 255 }, (_, i) => (i - 127) / 8);
    const quantized = quantize(values, 1);
    expect(quantized.scales).toEqual(Float32Array.of(1 / 8));
    expect(dequantize(quantized)).toEqual(values);
  });

  it('has no trouble with zeros and with no columns', () => {
    expect(quantize(new Float32Array(4), 2)).toEqual({
      integers: new Int8Array(4),
      scales: new Float32Array(2),
    });
    expect(dequantize(quantize(new Float32Array(0), 2))).toEqual(new Float32Array(0));
    expect(dequantize(quantize(new Float32Array(0), 0))).toEqual(new Float32Array(0));
  });
});
