// How many tags are right: what training watches on the dev set.

export interface TagCounts {
  right: number;
  words: number;
}

/** Per cent of words with the right tag in each column, and the mean of the columns. */
export function accuracy(
  counts: readonly (readonly [column: string, counts: TagCounts])[],
): Record<string, number> {
  const shares = counts.map(([name, { right, words }]): [string, number] => [
    name,
    // A dev set may lack what the training set has.
    words === 0 ? 0 : (100 * right) / words,
  ]);
  const mean = shares.reduce((sum, [, share]) => sum + share, 0) / shares.length;
  return { ...Object.fromEntries(shares), mean };
}
