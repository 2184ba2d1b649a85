// Who computes: one thread or several, each with its own gradients on the same values.
import { Random } from '../engine/random.js';
import type { Instance } from '../model/instance.js';
import type { Losses, ParsedTree, Parser } from '../model/parser.js';

export interface Team {
  readonly threads: number;
  /**
   * Adds the gradients of the losses of training sentences, given by number in one share a thread, to the parser's; each
   * share's dropout comes from its own seed.
   */
  train(shares: readonly (readonly number[])[], seeds: readonly number[]): Losses | Promise<Losses>;
  /** Parses dev sentences, given by number in batches; the trees are in the order of all the batches. */
  parse(batches: readonly (readonly number[])[]): ParsedTree[] | Promise<ParsedTree[]>;
  close(): void | Promise<void>;
}

/** The sentences that a team works on. */
export interface Corpus {
  readonly train: readonly Instance[];
  readonly dev: readonly Instance[];
}

/** This thread alone: in a page, or where memory cannot be shared. */
export class Solo implements Team {
  readonly threads = 1;
  #parser: Parser;
  #corpus: Corpus;

  constructor(parser: Parser, corpus: Corpus) {
    this.#parser = parser;
    this.#corpus = corpus;
  }

  train(shares: readonly (readonly number[])[], seeds: readonly number[]): Losses {
    const instances = shares[0].map((at) => this.#corpus.train[at]);
    return this.#parser.train(instances, new Random(seeds[0]));
  }

  parse(batches: readonly (readonly number[])[]): ParsedTree[] {
    return batches.flatMap((batch) => this.#parser.parse(batch.map((at) => this.#corpus.dev[at])));
  }

  close(): void {}
}
