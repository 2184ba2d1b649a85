// How any model is trained.
import { number, type Values, whole } from './settings.js';

export const trainingSettings = {
  epochs: whole(20, 1, 100_000, 'how often the treebank is gone through'),
  patience: whole(0, 0, 100_000, 'epochs without a better dev score after which training stops; 0 for never'),
  batchWords: whole(1000, 1, 1_000_000, 'about so many words go into a batch'),
  learningRate: number(0.001, 0, 10, 'Adam’s learning rate'),
  decay: number(1, 0, 1, 'what the learning rate is multiplied by every epoch'),
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
