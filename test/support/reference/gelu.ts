// x · Φ(x), Φ the normal distribution.
import { type Matrix, times } from './matrix.js';

export const density = (x: number) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);

/** ½ + φ(x) · (x + x³ / 3 + x⁵ / (3 · 5) + …) */
export function distribution(x: number): number {
  if (Math.abs(x) > 12) return x > 0 ? 1 : 0;
  let [term, sum] = [x, x];
  for (let k = 3; Math.abs(term) > 1e-18 * Math.abs(sum); k += 2) {
    term *= (x * x) / k;
    sum += term;
  }
  return 0.5 + density(x) * sum;
}

export const geluOf = (x: number) => x * distribution(x);
export const geluSlope = (x: number) => distribution(x) + x * density(x);

export function gelu(input: Matrix) {
  return {
    output: input.map((row) => row.map(geluOf)),
    backward: (dOutput: Matrix) => ({
      input: dOutput.map((row, r) => times(row, input[r].map(geluSlope))),
    }),
  };
}
