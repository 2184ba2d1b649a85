// Who computes: one thread or several, each with its own gradients on the same values.
import { Random } from '../engine/random.js';
import type { Figures, Learner } from '../learner/learner.js';

export interface Team<Output> {
  readonly threads: number;
  /**
   * Adds the gradients of the losses of training items, given by number in one share a thread, to the learner's; each
   * share's dropout comes from its own seed.
   */
  train(shares: readonly (readonly number[])[], seeds: readonly number[]): Figures | Promise<Figures>;
  /** What the learner gives for dev items, given by number in batches; in the order of all the batches. */
  predict(batches: readonly (readonly number[])[]): Output[] | Promise<Output[]>;
  close(): void | Promise<void>;
}

/** What a team works on. */
export interface Corpus<Item> {
  readonly train: readonly Item[];
  readonly dev: readonly Item[];
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
    const items = shares[0].map((at) => this.#corpus.train[at]);
    return this.#learner.train(items, new Random(seeds[0]));
  }

  predict(batches: readonly (readonly number[])[]): Output[] {
    return batches.flatMap((batch) => this.#learner.predict(batch.map((at) => this.#corpus.dev[at])));
  }

  close(): void {}
}
