// Jackknifing: cuts a treebank into folds, each to be annotated by a model trained on the others, so that a parser
// trains on tags as noisy as those it will see.
import type { Sentence } from '../conllu/sentence.js';

export interface Fold {
  /** The indices of its sentences. */
  readonly places: readonly number[];
  readonly sentences: readonly Sentence[];
  readonly others: readonly Sentence[];
}

/**
 * Deals the documents of a treebank into folds in turn, because each part of a treebank has its own kinds of text.
 * A treebank with too few documents is cut into contiguous folds: sentences of one text are much alike, and should
 * mostly stay together.
 */
export function foldsOf(treebank: readonly Sentence[], count: number): Fold[] {
  let document = 0;
  const documents = treebank.map(({ comments }, at) => {
    if (at > 0 && comments.some((comment) => /^#\s*newdoc\b/.test(comment))) document++;
    return document;
  });
  const foldOf = (at: number) =>
    document + 1 >= count ? documents[at] % count : Math.floor((at * count) / treebank.length);
  return Array.from({ length: count }, (_, fold) => {
    const places = treebank.flatMap((_, at) => (foldOf(at) === fold ? [at] : []));
    const sentences = places.map((at) => treebank[at]);
    const others = treebank.filter((_, at) => foldOf(at) !== fold);
    return { places, sentences, others };
  });
}
