// The largest of a row of scores.

/** Where, counted from `start` on, the largest of `count` values is; the first one of several. */
export function indexOfMaximum(values: ArrayLike<number>, start: number, count: number): number {
  let best = 0;
  for (let at = 1; at < count; at++) if (values[start + at] > values[start + best]) best = at;
  return best;
}
