// A hidden layer: activation(x·W + b), each unit times its mask.
import { type LinearWeights, linear } from './linear.js';
import { type Matrix, times } from './matrix.js';

const activations = {
  tanh: { apply: Math.tanh, slope: (y: number) => 1 - y * y },
  relu: { apply: (x: number) => Math.max(0, x), slope: (y: number) => (y > 0 ? 1 : 0) },
};

/** `mask` is [rows, units]. */
export function mlp(input: Matrix, weights: LinearWeights, activation: 'tanh' | 'relu', mask?: Matrix) {
  const { apply, slope } = activations[activation];
  const sums = linear(input, weights);
  const hidden = sums.output.map((row) => row.map(apply));
  const masked = (rows: Matrix) => (mask ? rows.map((row, r) => times(row, mask[r])) : rows);
  return {
    output: masked(hidden),
    backward(dOutput: Matrix) {
      return sums.backward(masked(dOutput).map((row, r) => times(row, hidden[r].map(slope))));
    },
  };
}
