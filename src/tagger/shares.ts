// Shares of labels among examples. Each context is more special than the one before it, and its examples count more.

/** How often each label occurs. */
export class Counts<Label> extends Map<Label, number> {
  total = 0;

  add(label: Label, times = 1): void {
    this.set(label, (this.get(label) ?? 0) + times);
    this.total += times;
  }
}

/** The probability of each label. */
export type Shares<Label> = ReadonlyMap<Label, number>;

/** The weight that each distinct label of a special context leaves to the more general ones. */
const DOUBT = 0.5;

/** The weight of a context beside more general ones. */
export function trustIn({ total, size }: Counts<unknown>): number {
  return total === 0 ? 0 : total / (total + DOUBT * size);
}

/** The shares of labels in a context, interpolated with the shares in a more general context. */
export function mixed<Label>(general: Shares<Label>, counts: Counts<Label>): Shares<Label> {
  if (counts.total === 0) return general;
  const trust = trustIn(counts);
  const all = new Map<Label, number>();
  for (const [label, share] of general) all.set(label, (1 - trust) * share);
  for (const [label, count] of counts) {
    all.set(label, (all.get(label) ?? 0) + (trust * count) / counts.total);
  }
  return all;
}
