// A sentence as a parser sees it: the encoder's input and, if known, the tree to learn.
import { headsOf } from '../conllu/heads.js';
import type { Sentence } from '../conllu/sentence.js';
import { type Batch, type Input, numbers } from '../encoder/batch.js';
import type { Vocabulary } from '../encoder/vocabulary.js';

/** The correct tree of a sentence. */
export interface GoldTree {
  /** −1 for no head. */
  readonly heads: Int32Array; // [n+1]
  /** −1 for no label, or for one that the model does not know. */
  readonly labels: Int32Array; // [n+1]
}

/** A sentence to parse or to learn from. */
export interface Instance extends Input, GoldTree {}

export type TreeBatch = Batch<Instance>;

export function goldTreeOf(sentence: Sentence, vocabulary: Vocabulary): GoldTree {
  const { words } = sentence;
  return {
    heads: headsOf(sentence),
    labels: numbers(words.length, -1, (at) => vocabulary.output('deprel', words[at].deprel)),
  };
}

/** An instance without a gold tree, for parsing only. */
export function unparsed(input: Input): Instance {
  const none = new Int32Array(input.n + 1).fill(-1);
  return { ...input, heads: none, labels: none };
}
