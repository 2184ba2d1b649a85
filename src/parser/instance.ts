// A sentence as a parser sees it: what its encoder reads, and the tree to learn, if there is one.
import { headsOf } from '../conllu/heads.js';
import type { Sentence } from '../conllu/sentence.js';
import { type Batch, type Input, numbers } from '../encoder/batch.js';
import type { Vocabulary } from '../encoder/vocabulary.js';

/** The right tree of a sentence. */
export interface GoldTree {
  /** −1 where there is none. */
  readonly heads: Int32Array; // [n+1]
  /** −1 where there is none, or one that the model does not know. */
  readonly labels: Int32Array; // [n+1]
}

/** A sentence to be parsed, or to learn parsing from. */
export interface Instance extends Input, GoldTree {}

export type TreeBatch = Batch<Instance>;

export function goldTreeOf(sentence: Sentence, vocabulary: Vocabulary): GoldTree {
  const { words } = sentence;
  return {
    heads: headsOf(sentence),
    labels: numbers(words.length, -1, (at) => vocabulary.output('deprel', words[at].deprel)),
  };
}

/** The instance of a sentence that is only parsed. */
export function unparsed(input: Input): Instance {
  const none = new Int32Array(input.n + 1).fill(-1);
  return { ...input, heads: none, labels: none };
}
