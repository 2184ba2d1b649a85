// A hidden layer: an activation of x·W + b, each unit times its mask.
import { type LinearWeights, linear } from './linear.js';
import { type Matrix, times } from './matrix.js';

/** Each activation, and its slope by its own value. */
const functions = {
  tanh: { of: Math.tanh, slope: (y: number) => 1 - y * y },
  relu: { of: (x: number) => Math.max(0, x), slope: (y: number) => (y > 0 ? 1 : 0) },
  'leaky-relu': { of: (x: number) => Math.max(0.1 * x, x), slope: (y: number) => (y > 0 ? 1 : 0.1) },
};

/** `mask` is [rows, units]. */
export function mlp(
  input: Matrix,
  weights: LinearWeights,
  mask?: Matrix,
  activation: keyof typeof functions = 'tanh',
) {
  const { of, slope } = functions[activation];
  const sums = linear(input, weights);
  const hidden = sums.output.map((row) => row.map(of));
  const masked = (rows: Matrix) => (mask ? rows.map((row, r) => times(row, mask[r])) : rows);
  return {
    output: masked(hidden),
    backward(dOutput: Matrix) {
      return sums.backward(masked(dOutput).map((row, r) => times(row, hidden[r].map(slope))));
    },
  };
}
