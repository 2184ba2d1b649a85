// How any model is trained.
import { number, type Values, whole } from './settings.js';

export const trainingSettings = {
  epochs: whole(20, 1, 100_000, 'how often the treebank is gone through'),
  patience: whole(0, 0, 100_000, 'epochs without a better dev score after which training stops; 0 for never'),
  batchWords: whole(1000, 1, 1_000_000, 'about so many words go into a batch'),
  accumulation: whole(
    1,
    1,
    1000,
    'parts in which each thread goes through its share of a batch; more take less memory',
  ),
  learningRate: number(0.001, 0, 10, 'Adam’s learning rate'),
  pretrainedRate: number(0.0001, 0, 10, 'its learning rate for a pretrained encoder'),
  decay: number(1, 0, 1, 'what the learning rates are multiplied by every epoch'),
  warmup: number(
    0,
    0,
    0.99,
    'the share of the training in which the learning rates rise from 0, to fall back to 0 by its end; with 0 they decay',
  ),
  weightDecay: number(0, 0, 1, 'the share of the learning rate by which weights shrink at each step'),
  beta2: number(0.999, 0, 1, 'Adam’s share of the past in the squares of gradients'),
  clip: number(5, 0, 1_000_000_000, 'the norm to which longer gradients are shortened'),
  average: number(
    0,
    0,
    0.99999,
    'the share of the past in a running average of the weights, which is then measured and kept; 0 for none',
  ),
  seed: whole(1, -(2 ** 31), 2 ** 32, 'what all random numbers come from'),
};

export type TrainingSettings = Values<typeof trainingSettings>;
