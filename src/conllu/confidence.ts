// The probability of a word's arc, which parsers write to MISC: `Confidence=0.973`.

export const confidenceName = 'Confidence';

const item = new RegExp(`(?:^|\\|)${confidenceName}=(0|1|[01]?\\.\\d+)(?:\\||$)`);

/** The probability in a MISC column, if any. */
export function confidenceOf(misc: string): number | undefined {
  const found = item.exec(misc);
  return found ? Number(found[1]) : undefined;
}
