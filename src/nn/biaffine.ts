// Bilinear scores of arcs from one vector of each word as a head and one as a modifier: Biaffine for all pairs of a
// sentence, LabelBiaffine for every label of given arcs.
import type { Tensor } from '../engine/tensor.js';
import { glorot, zeros } from './initialize.js';
import { Linear } from './linear.js';
import type { Parameter, Parameters } from './parameters.js';

export class Biaffine {
  /** What a modifier looks for in its head; the bias is what all of them look for. */
  readonly wanted: Linear; // [units, units]
  #parameters: Parameters;

  constructor(parameters: Parameters, name: string, units: number) {
    this.wanted = new Linear(parameters, name, units, units);
    this.#parameters = parameters;
  }

  /** score[h][m] = head_h · (modifier_m·W + u): one table [length, length] a sentence, of `lengths[s]` rows. */
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

export class LabelBiaffine {
  readonly labels: number;
  readonly weight: Parameter; // [units, labels, units]
  readonly head: Linear; // [units, labels], with the labels' bias
  readonly modifier: Parameter; // [units, labels]
  #parameters: Parameters;

  constructor(parameters: Parameters, name: string, units: number, labels: number) {
    this.labels = labels;
    this.weight = parameters.add(`${name}.weight`, [units, labels, units], zeros);
    this.head = new Linear(parameters, `${name}.head`, units, labels);
    this.modifier = parameters.add(`${name}.modifier`, [units, labels], glorot(units, labels));
    this.#parameters = parameters;
  }

  /** Row a of `heads` and `modifiers` [arcs, units] is arc a; the scores are [arcs, labels]. */
  forward(heads: Tensor, modifiers: Tensor) {
    const { labels, weight, modifier } = this;
    const { arena, gemm, kernels } = this.#parameters.engine;
    const [arcs, units] = heads.shape;
    const width = labels * units;
    const m = modifiers.pointer;
    const w = weight.value.pointer;
    const v = modifier.value.pointer;
    const { output: scores, backward } = this.head.forward(heads);
    gemm(false, false, arcs, labels, units, 1, m, units, v, labels, 1, scores.pointer, labels);
    const products = arena.scratch([arcs, labels, units]); // modifier_a·W_l
    gemm(false, false, arcs, width, units, 1, m, units, w, width, 0, products.pointer, width);
    kernels.labelScores(arcs, labels, units, products.pointer, heads.pointer, scores.pointer);
    return {
      scores,
      backward: (dScores: Tensor) => {
        const d = dScores.pointer;
        const p = products.pointer;
        const dHeads = backward(dScores);
        kernels.labelScoresBackward(arcs, labels, units, d, p, heads.pointer, dHeads.pointer);
        const dModifiers = arena.scratch(modifiers.shape);
        gemm(false, true, arcs, units, width, 1, p, width, w, width, 0, dModifiers.pointer, units);
        gemm(false, true, arcs, units, labels, 1, d, labels, v, labels, 1, dModifiers.pointer, units);
        gemm(true, false, units, width, arcs, 1, m, units, p, width, 1, weight.gradient.pointer, width);
        gemm(true, false, units, labels, arcs, 1, m, units, d, labels, 1, modifier.gradient.pointer, labels);
        return { heads: dHeads, modifiers: dModifiers };
      },
    };
  }
}
