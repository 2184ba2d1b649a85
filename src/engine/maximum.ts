// Finds the largest of a row of scores.

/** The index, relative to `start`, of the largest of `count` values; the first of several. */
export function indexOfMaximum(values: ArrayLike<number>, start: number, count: number): number {
  let best = 0;
  for (let at = 1; at < count; at++) if (values[start + at] > values[start + best]) best = at;
  return best;
}
