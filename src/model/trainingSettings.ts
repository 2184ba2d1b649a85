// How any model is trained.
import { number, type Values, whole } from './settings.js';

export const trainingSettings = {
  epochs: whole(20, 1, 100_000),
  /** Epochs without a better dev score after which training stops; 0 for never. */
  patience: whole(0, 0, 100_000),
  /** About so many words go into a batch. */
  batchWords: whole(1000, 1, 1_000_000),
  learningRate: number(0.001, 0, 10),
  /** The learning rate is multiplied by this every epoch. */
  decay: number(1, 0, 1),
  beta2: number(0.999, 0, 1),
  /** Longer gradients are shortened to this norm. */
  clip: number(5, 0, 1_000_000_000),
  /** The running average of the weights that is measured and kept, as the share of the past in it; 0 for none. */
  average: number(0, 0, 0.99999),
  seed: whole(1, -(2 ** 31), 2 ** 32),
};

export type TrainingSettings = Values<typeof trainingSettings>;
