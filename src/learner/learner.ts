// What every kind of model is to training, threads and files.
import type { Random } from '../engine/random.js';
import type { AllocateOptions, Parameters } from '../nn/parameters.js';
import type { TrainingSettings } from './trainingSettings.js';

export interface ModelOptions extends AllocateOptions {
  /** Tells the models of one engine apart. */
  readonly name?: string;
}

/** Losses, or scores, by name. */
export type Figures = Readonly<Record<string, number>>;

/** `Item` is what it learns from and works on, `Output` what it gives for one. */
export interface Learner<Item extends { readonly n: number }, Output> {
  readonly kind: string;
  readonly settings: TrainingSettings & { readonly select: string };
  readonly parameters: Parameters;
  /** Adds the gradients of a batch's losses to those of the parameters. */
  train(items: readonly Item[], random: Random): Figures;
  predict(items: readonly Item[]): Output[];
  /** How good outputs are, in per cent: among the scores is that by which the settings select. */
  measure(items: readonly Item[], outputs: readonly Output[]): Figures;
}
