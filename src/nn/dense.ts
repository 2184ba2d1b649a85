// A linear layer in the layout of pretrained models, with one row of weights per output: x·Wᵀ + b. The caller adds the
// bias in a pass of its own.
import type { Tensor } from '../engine/tensor.js';
import { normal, zeros } from './initialize.js';
import type { Parameter, Parameters } from './parameters.js';

export class Dense {
  readonly weight: Parameter; // [outputs, inputs]
  readonly bias: Parameter; // [outputs]
  #parameters: Parameters;

  constructor(parameters: Parameters, name: string, inputs: number, outputs: number) {
    this.weight = parameters.add(`${name}.weight`, [outputs, inputs], normal(0.02));
    this.bias = parameters.add(`${name}.bias`, [outputs], zeros);
    this.#parameters = parameters;
  }

  /** [rows, inputs] → [rows, outputs], without the bias. */
  product(input: Tensor) {
    const { weight } = this;
    const { arena, gemm } = this.#parameters.engine;
    const [outputs, inputs] = weight.shape;
    const rows = input.shape[0];
    const x = input.pointer;
    const w = weight.value.pointer;
    const output = arena.scratch([rows, outputs]);
    gemm(false, true, rows, outputs, inputs, 1, x, inputs, w, inputs, 0, output.pointer, outputs);
    return {
      output,
      /** Writes the gradient of the input to `dInput`, or adds it. The caller handles the bias. */
      backward: (dOutput: Tensor, dInput: Tensor, adds = false): void => {
        const d = dOutput.pointer;
        const dWeight = weight.gradient.pointer;
        gemm(true, false, outputs, inputs, rows, 1, d, outputs, x, inputs, 1, dWeight, inputs);
        const keep = adds ? 1 : 0;
        gemm(false, false, rows, inputs, outputs, 1, d, outputs, w, inputs, keep, dInput.pointer, inputs);
      },
    };
  }
}
