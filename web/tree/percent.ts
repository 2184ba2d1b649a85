// Probabilities as the reader sees them.

/** Per cent, with a digit more where it is near to nothing or to all. */
export function percent(probability: number): string {
  const value = 100 * Math.min(1, probability);
  if (value > 0 && value < 0.1) return '<0.1%';
  if (value < 100 && value > 99.9) return '>99.9%';
  return `${value.toFixed(value < 10 || value > 99 ? 1 : 0)}%`;
}
