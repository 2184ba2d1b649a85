// What the network of every structured model is to the rest: a loss and a way to decode, both from the encoder's output.
import type { TransitionScorer } from '../decode/search.js';
import type { Random } from '../engine/random.js';
import type { Tensor } from '../engine/tensor.js';
import type { TreeBatch } from './instance.js';
import type { ScoreTables } from './structuredModel.js';

export interface TrainingStep {
  readonly loss: number;
  /** Of the loss by the encoder's output. */
  readonly gradient: Tensor; // [rows, size]
}

export interface Scorer {
  /** Whether it learns by likelihood: scores of trees are then logarithms of their probabilities. */
  readonly isLikelihood: boolean;
  /** The loss over a batch; adds the gradients of the scorer's own parameters. */
  train(batch: TreeBatch, encoded: Tensor, random: Random): TrainingStep;
  /** The heads of each sentence. */
  parse(batch: TreeBatch, encoded: Tensor): Int32Array[];
  /** Calls `visit` with each sentence's tables, which end with the call, and returns what it returns; of table models. */
  tables?<T>(batch: TreeBatch, encoded: Tensor, visit: (n: number, tables: ScoreTables) => T): T[];
  /** Returns, for a sentence of the batch, what scores its configurations; of models that take transitions. */
  configurations?(batch: TreeBatch, encoded: Tensor): (sentence: number) => TransitionScorer;
}
