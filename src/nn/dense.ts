// A linear layer in the layout of pretrained models, with one row of weights per output: x·Wᵀ + b. The caller adds the
// bias in a pass of its own.
import type { Tensor } from '../engine/tensor.js';
import { normal, zeros } from './initialize.js';
import type { Parameter, Parameters } from './parameters.js';
import { WeightMatrix } from './weightMatrix.js';

export class Dense {
  readonly weight: Parameter; // [outputs, inputs]
  readonly bias: Parameter; // [outputs]
  #matrix: WeightMatrix;

  constructor(parameters: Parameters, name: string, inputs: number, outputs: number) {
    this.#matrix = new WeightMatrix(parameters, `${name}.weight`, [outputs, inputs], 'outputs', normal(0.02));
    this.weight = this.#matrix.parameter;
    this.bias = parameters.add(`${name}.bias`, [outputs], zeros);
  }

  /** [rows, inputs] → [rows, outputs], without the bias. */
  product(input: Tensor) {
    return {
      output: this.#matrix.product(input),
      /** Writes the gradient of the input to `dInput`, or adds it. The caller handles the bias. */
      backward: (dOutput: Tensor, dInput: Tensor, adds = false): void =>
        this.#matrix.backward(input, dOutput, dInput, adds),
    };
  }
}
