// A linear layer: x·W + b.
import type { Tensor } from '../engine/tensor.js';
import { glorot, zeros } from './initialize.js';
import type { Parameter, Parameters } from './parameters.js';

export class Linear {
  readonly weight: Parameter; // [inputs, outputs]
  readonly bias: Parameter; // [outputs]
  #parameters: Parameters;

  constructor(parameters: Parameters, name: string, inputs: number, outputs: number) {
    this.weight = parameters.add(`${name}.weight`, [inputs, outputs], glorot(inputs, outputs));
    this.bias = parameters.add(`${name}.bias`, [outputs], zeros);
    this.#parameters = parameters;
  }

  /** [rows, inputs] → [rows, outputs] */
  forward(input: Tensor) {
    const { weight, bias } = this;
    const { arena, gemm, kernels } = this.#parameters.engine;
    const [inputs, outputs] = weight.shape;
    const rows = input.shape[0];
    const w = weight.value.pointer;
    const output = arena.scratch([rows, outputs]);
    gemm(
      false,
      false,
      rows,
      outputs,
      inputs,
      1,
      input.pointer,
      inputs,
      w,
      outputs,
      0,
      output.pointer,
      outputs,
    );
    kernels.addRow(rows, outputs, bias.value.pointer, output.pointer, outputs);
    return {
      output,
      backward: (dOutput: Tensor): Tensor => {
        const d = dOutput.pointer;
        const dInput = arena.scratch([rows, inputs]);
        const dWeight = weight.gradient.pointer;
        gemm(true, false, inputs, outputs, rows, 1, input.pointer, inputs, d, outputs, 1, dWeight, outputs);
        kernels.sumRows(rows, outputs, d, outputs, bias.gradient.pointer);
        gemm(false, true, rows, inputs, outputs, 1, d, outputs, w, outputs, 0, dInput.pointer, inputs);
        return dInput;
      },
    };
  }
}
