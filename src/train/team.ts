// The threads that train: one or several, each with its own gradients for the same values.
import { Random } from '../engine/random.js';
import type { Figures, Learner } from '../learner/learner.js';
import type { Adam } from '../nn/adam.js';

export interface Team<Output> {
  readonly threads: number;
  /**
   * Adds the gradients of training items to the learner's. Items are given by index, in one or more shares per thread;
   * each share has its own seed for dropout.
   */
  train(shares: readonly (readonly number[])[], seeds: readonly number[]): Figures | Promise<Figures>;
  /** Takes one step with the gradients divided by `divisor`, then clears them. */
  step(adam: Adam, divisor: number): void | Promise<void>;
  /** The learner's outputs for dev items, given by index in batches; in the order of the batches. */
  predict(batches: readonly (readonly number[])[]): Output[] | Promise<Output[]>;
  close(): void | Promise<void>;
}

/** The items that a team works on. */
export interface Corpus<Item> {
  readonly train: readonly Item[];
  readonly dev: readonly Item[];
}

/** Adds the figures of two shares; a share without items may have none. */
export function addFigures(some: Figures, others: Figures): Figures {
  const sums: Record<string, number> = { ...some };
  for (const [name, value] of Object.entries(others)) sums[name] = (sums[name] ?? 0) + value;
  return sums;
}

/** This thread alone: for web pages, or where memory cannot be shared. */
export class Solo<Item extends { readonly n: number }, Output> implements Team<Output> {
  readonly threads = 1;
  #learner: Learner<Item, Output>;
  #corpus: Corpus<Item>;

  constructor(learner: Learner<Item, Output>, corpus: Corpus<Item>) {
    this.#learner = learner;
    this.#corpus = corpus;
  }

  train(shares: readonly (readonly number[])[], seeds: readonly number[]): Figures {
    const losses = shares
      .map((share) => share.map((at) => this.#corpus.train[at]))
      .map((items, i) => (items.length > 0 ? this.#learner.train(items, new Random(seeds[i])) : {}));
    return losses.reduce(addFigures);
  }

  step(adam: Adam, divisor: number): void {
    adam.step(divisor);
  }

  predict(batches: readonly (readonly number[])[]): Output[] {
    return batches.flatMap((batch) => this.#learner.predict(batch.map((at) => this.#corpus.dev[at])));
  }

  close(): void {}
}
