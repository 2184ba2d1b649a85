// Tag accuracy, which training tracks on the dev set.

export interface TagCounts {
  right: number;
  words: number;
}

/** The percentage of words with the right tag in each column, and the mean over columns. */
export function accuracy(
  counts: readonly (readonly [column: string, counts: TagCounts])[],
): Record<string, number> {
  const shares = counts.map(([name, { right, words }]): [string, number] => [
    name,
    // A dev set may lack a column of the training set.
    words === 0 ? 0 : (100 * right) / words,
  ]);
  const mean = shares.reduce((sum, [, share]) => sum + share, 0) / shares.length;
  return { ...Object.fromEntries(shares), mean };
}
