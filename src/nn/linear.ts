// A linear layer: x·W + b.
import type { Tensor } from '../engine/tensor.js';
import { glorot, type Initialize, zeros } from './initialize.js';
import type { Parameter, Parameters } from './parameters.js';
import { WeightMatrix } from './weightMatrix.js';

export class Linear {
  readonly weight: Parameter; // [inputs, outputs]
  readonly bias: Parameter; // [outputs]
  #matrix: WeightMatrix;
  #parameters: Parameters;

  constructor(
    parameters: Parameters,
    name: string,
    inputs: number,
    outputs: number,
    biases: Initialize = zeros,
  ) {
    const initialize = glorot(inputs, outputs);
    this.#matrix = new WeightMatrix(parameters, `${name}.weight`, [inputs, outputs], 'inputs', initialize);
    this.weight = this.#matrix.parameter;
    this.bias = parameters.add(`${name}.bias`, [outputs], biases);
    this.#parameters = parameters;
  }

  /** [rows, inputs] → [rows, outputs] */
  forward(input: Tensor) {
    const { arena, kernels } = this.#parameters.engine;
    return {
      output: this.#matrix.product(input, this.bias),
      backward: (dOutput: Tensor): Tensor => {
        const dInput = arena.scratch(input.shape);
        const [rows, outputs] = dOutput.shape;
        kernels.sumRows(rows, outputs, dOutput.pointer, outputs, this.bias.gradient.pointer);
        this.#matrix.backward(input, dOutput, dInput);
        return dInput;
      },
    };
  }
}
