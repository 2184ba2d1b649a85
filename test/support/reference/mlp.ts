// A hidden layer: tanh(x·W + b), each unit times its mask.
import { type LinearWeights, linear } from './linear.js';
import { type Matrix, times } from './matrix.js';

/** `mask` is [rows, units]. */
export function mlp(input: Matrix, weights: LinearWeights, mask?: Matrix) {
  const sums = linear(input, weights);
  const hidden = sums.output.map((row) => row.map(Math.tanh));
  const masked = (rows: Matrix) => (mask ? rows.map((row, r) => times(row, mask[r])) : rows);
  return {
    output: masked(hidden),
    backward(dOutput: Matrix) {
      return sums.backward(
        masked(dOutput).map((row, r) =>
          times(
            row,
            hidden[r].map((y) => 1 - y * y),
          ),
        ),
      );
    },
  };
}
