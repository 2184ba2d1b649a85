// x·W + b.
import { columnSums, type Matrix, plus, product, transposed } from './matrix.js';

export interface LinearWeights {
  weight: Matrix; // [inputs, outputs]
  bias: Matrix; // [1, outputs]
}

export function linear(input: Matrix, { weight, bias }: LinearWeights) {
  return {
    output: product(input, weight).map((row) => plus(row, bias[0])),
    backward(dOutput: Matrix) {
      return {
        input: product(dOutput, transposed(weight)),
        weight: product(transposed(input), dOutput),
        bias: [columnSums(dOutput)],
      };
    },
  };
}
