// The interface of every kind of model for training, threads and files.
import type { Random } from '../engine/random.js';
import type { AllocateOptions, Parameters } from '../nn/parameters.js';
import type { TrainingSettings } from './trainingSettings.js';

export interface ModelOptions extends AllocateOptions {
  /** Distinguishes the models of one engine. */
  readonly name?: string;
}

/** Losses, or scores, by name. */
export type Figures = Readonly<Record<string, number>>;

/** `Item` is what it learns from and works on, `Output` what it predicts for one. */
export interface Learner<Item extends { readonly n: number }, Output> {
  readonly kind: string;
  readonly settings: TrainingSettings & { readonly select: string };
  readonly parameters: Parameters;
  /** The time to learn from a pair of words, in times of a position, if it is known. */
  readonly pairCost?: number;
  /** Adds the gradients of a batch's losses to those of the parameters. */
  train(items: readonly Item[], random: Random): Figures;
  predict(items: readonly Item[]): Output[];
  /** Scores of the outputs, in per cent, including the one named by the setting `select`. */
  measure(items: readonly Item[], outputs: readonly Output[]): Figures;
}
