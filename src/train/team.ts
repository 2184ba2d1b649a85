// Who computes: one thread or several, each with its own gradients on the same values.
import { Random } from '../engine/random.js';
import type { Figures, Learner } from '../learner/learner.js';
import type { Adam } from '../nn/adam.js';

export interface Team<Output> {
  readonly threads: number;
  /**
   * Adds the gradients of the losses of training items, given by number in one share per thread or several, to the
   * learner's; each share's dropout comes from its own seed.
   */
  train(shares: readonly (readonly number[])[], seeds: readonly number[]): Figures | Promise<Figures>;
  /** One step down the gradients divided by `divisor`, which clears them. */
  step(adam: Adam, divisor: number): void | Promise<void>;
  /** What the learner gives for dev items, given by number in batches; in the order of all the batches. */
  predict(batches: readonly (readonly number[])[]): Output[] | Promise<Output[]>;
  close(): void | Promise<void>;
}

/** What a team works on. */
export interface Corpus<Item> {
  readonly train: readonly Item[];
  readonly dev: readonly Item[];
}

/** Figures of several shares; one without items may have none. */
export function addFigures(some: Figures, others: Figures): Figures {
  const sums: Record<string, number> = { ...some };
  for (const [name, value] of Object.entries(others)) sums[name] = (sums[name] ?? 0) + value;
  return sums;
}

/** This thread alone: in a page, or where memory cannot be shared. */
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
