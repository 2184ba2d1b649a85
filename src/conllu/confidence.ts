// The probability of a word's arc, as a parser notes it in MISC: `Confidence=0.973`.

export const confidenceName = 'Confidence';

const item = new RegExp(`(?:^|\\|)${confidenceName}=(0|1|[01]?\\.\\d+)(?:\\||$)`);

/** The probability that a MISC column tells, if it does. */
export function confidenceOf(misc: string): number | undefined {
  const found = item.exec(misc);
  return found ? Number(found[1]) : undefined;
}
