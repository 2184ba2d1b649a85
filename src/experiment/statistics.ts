// Means and standard deviations over seeds.

export interface Summary {
  readonly mean: number;
  /** The sample standard deviation, with n − 1; absent for a single value. */
  readonly deviation?: number;
  /** The number of values. */
  readonly count: number;
}

/** The summary of some values; undefined if there are none. */
export function summaryOf(values: readonly number[]): Summary | undefined {
  const count = values.length;
  if (count === 0) return undefined;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  if (count === 1) return { mean, count };
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / (count - 1)), count };
}
