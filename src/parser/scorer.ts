// What every kind of parser is to the rest: a loss and a way to decode, both from the encoder's output.

import type { Batch } from '../encoder/instance.js';
import type { Random } from '../engine/random.js';
import type { Tensor } from '../engine/tensor.js';

export interface TrainingStep {
  readonly loss: number;
  /** Of the loss by the encoder's output. */
  readonly gradient: Tensor; // [rows, size]
}

export interface Scorer {
  /** The loss over a batch; adds the gradients of the scorer's own parameters. */
  train(batch: Batch, encoded: Tensor, random: Random): TrainingStep;
  /** The heads of each sentence. */
  parse(batch: Batch, encoded: Tensor): Int32Array[];
}
