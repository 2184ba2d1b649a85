// Probabilities in per cent.

/** Per cent, with one decimal near 0 and 100. */
export function percent(probability: number): string {
  const value = 100 * Math.min(1, probability);
  if (value > 0 && value < 0.1) return '<0.1%';
  if (value < 100 && value > 99.9) return '>99.9%';
  return `${value.toFixed(value < 10 || value > 99 ? 1 : 0)}%`;
}
