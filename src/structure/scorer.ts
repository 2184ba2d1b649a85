// The interface of every structured model's network: a loss and a way to decode, both from the encoder's output.
import type { TransitionScorer } from '../decode/search.js';
import type { Random } from '../engine/random.js';
import type { Tensor } from '../engine/tensor.js';
import type { TreeBatch } from './instance.js';
import type { ScoreTables } from './structuredModel.js';

export interface TrainingStep {
  readonly loss: number;
  /** Of the loss with respect to the encoder's output. */
  readonly gradient: Tensor; // [rows, size]
}

export interface Scorer {
  /** Whether it learns by likelihood; tree scores are then log probabilities. */
  readonly isLikelihood: boolean;
  /** The time to learn from a pair of words, in times of a position in the paper's encoder; measured. */
  readonly pairCost: number;
  /** Returns the loss over a batch, and accumulates the gradients of the scorer's own parameters. */
  train(batch: TreeBatch, encoded: Tensor, random: Random): TrainingStep;
  /** The heads of each sentence. */
  parse(batch: TreeBatch, encoded: Tensor): Int32Array[];
  /** Table models only: calls `visit` with each sentence's tables, valid during the call, and returns its results. */
  tables?<T>(batch: TreeBatch, encoded: Tensor, visit: (n: number, tables: ScoreTables) => T): T[];
  /** Transition-based models only: returns a function from a sentence of the batch to its configurations' scorer. */
  configurations?(batch: TreeBatch, encoded: Tensor): (sentence: number) => TransitionScorer;
}
