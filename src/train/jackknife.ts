// Jackknifing: a treebank cut into folds, each to be annotated by a model that has learned from the others, so that a
// parser is trained on tags as wrong as those that it will see.

/** Cuts a list into so many contiguous folds: sentences of one document are much alike, and should mostly stay together. */
export function foldsOf<Item>(list: readonly Item[], count: number): { fold: Item[]; others: Item[] }[] {
  return Array.from({ length: count }, (_, at) => {
    const [from, to] = [at, at + 1].map((edge) => Math.floor((edge * list.length) / count));
    return { fold: list.slice(from, to), others: [...list.slice(0, from), ...list.slice(to)] };
  });
}
