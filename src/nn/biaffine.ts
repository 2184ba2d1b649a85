// Biaffine scores of all arcs of a sentence, from one vector per word as a head and one as a modifier.
import type { Tensor } from '../engine/tensor.js';
import { type Initialize, zeros } from './initialize.js';
import { Linear } from './linear.js';
import type { Parameters } from './parameters.js';

export class Biaffine {
  /** What each modifier wants in its head; the bias is what all modifiers want. */
  readonly wanted: Linear; // [units, units]
  #parameters: Parameters;

  /** `headBias` initializes the bias. */
  constructor(parameters: Parameters, name: string, units: number, headBias: Initialize = zeros) {
    this.wanted = new Linear(parameters, name, units, units, headBias);
    this.#parameters = parameters;
  }

  /** score[h][m] = head_h · (modifier_m·W + u): one table per sentence s, [lengths[s], lengths[s]]. */
  forward(heads: Tensor, modifiers: Tensor, lengths: ArrayLike<number>) {
    const { arena, gemm } = this.#parameters.engine;
    const units = heads.shape[1];
    const { output: wanted, backward } = this.wanted.forward(modifiers);
    const starts: number[] = [];
    for (let s = 0, start = 0; s < lengths.length; start += lengths[s], s++) starts.push(4 * start * units);
    const scores = starts.map((start, s) => {
      const n = lengths[s];
      const table = arena.scratch([n, n]);
      const [h, w] = [heads.pointer + start, wanted.pointer + start];
      gemm(false, true, n, n, units, 1, h, units, w, units, 0, table.pointer, n);
      return table;
    });
    return {
      scores,
      backward: (dScores: readonly Tensor[]) => {
        const dHeads = arena.scratch(heads.shape);
        const dWanted = arena.scratch(wanted.shape);
        starts.forEach((start, s) => {
          const n = lengths[s];
          const d = dScores[s].pointer;
          const [h, w] = [heads.pointer + start, wanted.pointer + start];
          gemm(false, false, n, units, n, 1, d, n, w, units, 0, dHeads.pointer + start, units);
          gemm(true, false, n, units, n, 1, d, n, h, units, 0, dWanted.pointer + start, units);
        });
        return { heads: dHeads, modifiers: backward(dWanted) };
      },
    };
  }
}
