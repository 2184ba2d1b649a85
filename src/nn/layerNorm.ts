// Layer norm: centers every row, divides it by its deviation, then applies a learned gain and bias.
import type { Tensor } from '../engine/tensor.js';
import { ones, zeros } from './initialize.js';
import type { Parameter, Parameters } from './parameters.js';

export class LayerNorm {
  readonly gain: Parameter; // [columns]
  readonly bias: Parameter; // [columns]
  #parameters: Parameters;
  #epsilon: number;

  constructor(parameters: Parameters, name: string, columns: number, epsilon: number) {
    this.gain = parameters.add(`${name}.weight`, [columns], ones);
    this.bias = parameters.add(`${name}.bias`, [columns], zeros);
    this.#parameters = parameters;
    this.#epsilon = epsilon;
  }

  /** Fills `output` [rows, columns]. Overwrites the input with what backward needs. */
  forward(input: Tensor, output: Tensor) {
    const { gain, bias } = this;
    const { arena, kernels } = this.#parameters.engine;
    const [rows, columns] = input.shape;
    const inverse = arena.scratch([rows]).pointer;
    const x = input.pointer;
    kernels.layerNormForward(
      rows,
      columns,
      this.#epsilon,
      gain.value.pointer,
      bias.value.pointer,
      x,
      output.pointer,
      inverse,
    );
    return {
      /** Fills `dInput`, which may be `dOutput`. */
      backward: (dOutput: Tensor, dInput: Tensor): void =>
        kernels.layerNormBackward(
          rows,
          columns,
          gain.value.pointer,
          x,
          inverse,
          dOutput.pointer,
          dInput.pointer,
          gain.gradient.pointer,
          bias.gradient.pointer,
        ),
    };
  }
}
