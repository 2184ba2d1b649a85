// A hidden layer: tanh of a linear layer, with dropout.
import type { Tensor } from '../engine/tensor.js';
import { Linear } from './linear.js';
import type { Parameters } from './parameters.js';

export class Mlp {
  readonly linear: Linear;
  #parameters: Parameters;

  constructor(parameters: Parameters, name: string, inputs: number, units: number) {
    this.linear = new Linear(parameters, name, inputs, units);
    this.#parameters = parameters;
  }

  /** [rows, inputs] → [rows, units]; the mask is [rows, units]. */
  forward(input: Tensor, mask?: Tensor) {
    const { arena, kernels } = this.#parameters.engine;
    const { output: hidden, backward } = this.linear.forward(input);
    kernels.tanhForward(hidden.size, hidden.pointer, hidden.pointer);
    const masked = (x: Tensor): Tensor => {
      if (!mask) return x;
      const y = arena.scratch(x.shape);
      kernels.multiply(x.size, x.pointer, mask.pointer, y.pointer);
      return y;
    };
    return {
      output: masked(hidden),
      backward: (dOutput: Tensor): Tensor => {
        const dHidden = arena.scratch(hidden.shape);
        kernels.tanhBackward(hidden.size, hidden.pointer, masked(dOutput).pointer, dHidden.pointer);
        return backward(dHidden);
      },
    };
  }
}
