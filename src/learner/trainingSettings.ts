// The training settings that all kinds of models share.
import { number, type Values, whole } from './settings.js';

export const trainingSettings = {
  epochs: whole(20, 1, 100_000, 'passes over the treebank'),
  patience: whole(
    0,
    0,
    100_000,
    'training stops after this many epochs without a better dev score; 0 for never',
  ),
  batchWords: whole(1000, 1, 1_000_000, 'the approximate number of words per batch'),
  accumulation: whole(
    1,
    1,
    1000,
    'the parts into which each thread divides its share of a batch; more parts take less memory',
  ),
  learningRate: number(0.001, 0, 10, 'Adam’s learning rate'),
  pretrainedRate: number(0.0001, 0, 10, 'Adam’s learning rate for a pretrained encoder'),
  decay: number(1, 0, 1, 'the factor applied to the learning rates after every epoch'),
  warmup: number(
    0,
    0,
    0.99,
    'the share of training in which the learning rates rise from 0; they then fall back to 0; with 0, decay applies instead',
  ),
  weightDecay: number(0, 0, 1, 'the share of the learning rate by which weights shrink at each step'),
  beta2: number(0.999, 0, 1, 'Adam’s decay rate for squared gradients'),
  clip: number(5, 0, 1_000_000_000, 'the maximum gradient norm'),
  average: number(
    0,
    0,
    0.99999,
    'the decay rate of a moving average of the weights, which is then evaluated and saved; 0 for none',
  ),
  seed: whole(1, -(2 ** 31), 2 ** 32, 'the seed of all random numbers'),
};

export type TrainingSettings = Values<typeof trainingSettings>;
