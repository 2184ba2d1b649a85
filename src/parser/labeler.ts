// Labels the arcs of a finished tree from the positions of head and modifier. Labels are trained on gold arcs, by
// likelihood or by margin, whichever trains the trees.

import type { LabelHead } from '../encoder/vocabulary.js';
import type { Engine } from '../engine/engine.js';
import { indexOfMaximum } from '../engine/maximum.js';
import type { Random } from '../engine/random.js';
import { type IntegerTensor, type Tensor, useAll } from '../engine/tensor.js';
import { dropoutMask } from '../nn/dropout.js';
import { crossEntropy, excluded, hinge, right, wrong } from '../nn/losses.js';
import type { Parameters } from '../nn/parameters.js';
import { Slots } from '../nn/slots.js';
import type { TreeBatch } from '../structure/instance.js';
import type { TrainingStep } from '../structure/scorer.js';
import type { TreeSettings } from '../structure/treeSettings.js';

export class Labeler {
  readonly slots: Slots;
  #engine: Engine;
  #dropout: number;
  #isLikelihood: boolean;
  /** The labels that cannot have ROOT as head, and those that cannot have a word. */
  #unfit: { root: readonly number[]; word: readonly number[] };

  /** `labelHeads` lists the heads that each label allows; `isLikelihood` chooses likelihood over margin training. */
  constructor(
    parameters: Parameters,
    { labelHidden, hiddenDropout }: TreeSettings,
    inputs: number,
    labelHeads: readonly LabelHead[],
    isLikelihood: boolean,
  ) {
    this.slots = new Slots(parameters, 'labels', inputs, 2, labelHidden, labelHeads.length);
    const labels = [...labelHeads.keys()];
    this.#unfit = {
      root: labels.filter((label) => labelHeads[label] === 'word'),
      word: labels.filter((label) => labelHeads[label] === 'root'),
    };
    this.#engine = parameters.engine;
    this.#dropout = hiddenDropout;
    this.#isLikelihood = isLikelihood;
  }

  train(batch: TreeBatch, encoded: Tensor, random: Random): TrainingStep {
    const { arena } = this.#engine;
    const { outputs, hidden } = this.slots;
    const projections = this.slots.project(encoded);
    const masks = dropoutMask(arena, random, [batch.instances.length, hidden], this.#dropout);
    const { arcs, sentences } = this.#arcs(
      batch,
      batch.instances.map(({ heads }) => heads),
    );
    const pass = this.slots.score(projections, arcs, masks && { masks, rows: sentences });
    const gold = batch.instances.flatMap(({ labels }) => [...labels.subarray(1)]);
    const { loss, gradient } = this.#isLikelihood
      ? crossEntropy(this.#engine, pass.scores, gold)
      : hinge(this.#engine, pass.scores, statusesOf(gold, outputs));
    pass.backward(gradient);
    return { loss, gradient: projections.backward() };
  }

  /** The labels of trees, [n+1] each; −1 for ROOT. */
  label(batch: TreeBatch, encoded: Tensor, trees: readonly Int32Array[]): Int32Array[] {
    const { outputs } = this.slots;
    return this.#engine.arena.scope(() => {
      let at = 0;
      return this.score(batch, encoded, trees).use((scores) =>
        batch.instances.map(({ n }) => {
          const labels = new Int32Array(n + 1).fill(-1);
          for (let m = 1; m <= n; m++, at += outputs) labels[m] = indexOfMaximum(scores, at, outputs);
          return labels;
        }),
      );
    });
  }

  /**
   * The scores of all labels for each word's arc, sentence by sentence, [words, labels]: −Infinity for labels that the
   * word's head does not allow.
   */
  score(batch: TreeBatch, encoded: Tensor, trees: readonly Int32Array[]): Tensor {
    const { scores } = this.slots.score(this.slots.project(encoded), this.#arcs(batch, trees).arcs);
    const { root, word } = this.#unfit;
    scores.use((values) => {
      let at = 0;
      for (const [s, { n }] of batch.instances.entries()) {
        for (let m = 1; m <= n; m++, at += this.slots.outputs) {
          for (const label of trees[s][m] === 0 ? root : word) values[at + label] = -Infinity;
        }
      }
    });
    return scores;
  }

  /** The head and modifier rows of all arcs, and the sentence of each arc. */
  #arcs(batch: TreeBatch, trees: readonly Int32Array[]): { arcs: IntegerTensor; sentences: IntegerTensor } {
    const { arena } = this.#engine;
    const count = batch.instances.reduce((sum, { n }) => sum + n, 0);
    const arcs = arena.scratchIntegers([count, 2]);
    const sentences = arena.scratchIntegers([count]);
    useAll([arcs, sentences], (rows, owners) => {
      let at = 0;
      for (const [s, { n }] of batch.instances.entries()) {
        for (let m = 1; m <= n; m++, at++) {
          rows[2 * at] = batch.starts[s] + trees[s][m];
          rows[2 * at + 1] = batch.starts[s] + m;
          owners[at] = s;
        }
      }
    });
    return { arcs, sentences };
  }
}

/** The status of each label for each word. */
function statusesOf(gold: readonly number[], labels: number): Uint8Array {
  const statuses = new Uint8Array(gold.length * labels).fill(wrong);
  for (const [at, label] of gold.entries()) {
    if (label < 0) statuses.fill(excluded, at * labels, (at + 1) * labels);
    else statuses[at * labels + label] = right;
  }
  return statuses;
}
