// A linear layer whose outputs share parts: the score of an output is its own plus those of its parts. Outputs that are
// rare in training then learn from others with the same parts.
import type { Tensor } from '../engine/tensor.js';
import { Linear } from './linear.js';
import type { Parameters } from './parameters.js';

export class ComposedLinear {
  readonly own: Linear;
  readonly shared: Linear;
  /** 1 where an output has a part. */
  readonly #has: Float32Array; // [parts, outputs]
  #parameters: Parameters;

  /** `partsOf` lists the parts of each output, counted from 0. */
  constructor(parameters: Parameters, name: string, inputs: number, partsOf: readonly (readonly number[])[]) {
    const outputs = partsOf.length;
    const parts = 1 + partsOf.flat().reduce((most, part) => Math.max(most, part), 0);
    this.own = new Linear(parameters, name, inputs, outputs);
    this.shared = new Linear(parameters, `${name}.parts`, inputs, parts);
    this.#has = new Float32Array(parts * outputs);
    for (const [output, own] of partsOf.entries()) {
      for (const part of own) this.#has[part * outputs + output] = 1;
    }
    this.#parameters = parameters;
  }

  /** [rows, inputs] → [rows, outputs] */
  forward(input: Tensor) {
    const { arena, gemm, kernels } = this.#parameters.engine;
    const own = this.own.forward(input);
    const shared = this.shared.forward(input);
    const [rows, outputs] = own.output.shape;
    const parts = shared.output.shape[1];
    const has = arena.scratch([parts, outputs]);
    has.set(this.#has);
    const [m, s] = [has.pointer, shared.output.pointer];
    gemm(false, false, rows, outputs, parts, 1, s, parts, m, outputs, 1, own.output.pointer, outputs);
    return {
      output: own.output,
      backward: (dOutput: Tensor): Tensor => {
        const dShared = arena.scratch([rows, parts]);
        const d = dOutput.pointer;
        gemm(false, true, rows, parts, outputs, 1, d, outputs, m, outputs, 0, dShared.pointer, parts);
        const dInput = own.backward(dOutput);
        const more = shared.backward(dShared);
        kernels.axpy(more.size, 1, more.pointer, dInput.pointer);
        return dInput;
      },
    };
  }
}
