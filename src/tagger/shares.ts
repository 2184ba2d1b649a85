// Shares of labels among examples. Each context is more special than the one before it, and its examples count more.

/** The probability of each label. */
export type Shares<Label> = ReadonlyMap<Label, number>;

/** The weight that each distinct label of a special context leaves to the more general ones. */
const DOUBT = 0.5;

/** The shares of labels among the examples of a context, interpolated with the shares in a more general context. */
export function mixed<Label>(general: Shares<Label>, labels: readonly Label[]): Shares<Label> {
  if (labels.length === 0) return general;
  const counts = new Map<Label, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  const trust = labels.length / (labels.length + DOUBT * counts.size);
  const all = new Map<Label, number>();
  for (const [label, share] of general) all.set(label, (1 - trust) * share);
  for (const [label, count] of counts) {
    all.set(label, (all.get(label) ?? 0) + (trust * count) / labels.length);
  }
  return all;
}

/** Examples by their contexts. */
export class ContextShares<Label> {
  readonly #labels = new Map<string, Label[]>();
  readonly #shares = new Map<string, Shares<Label>>();

  /** Adds an example; its contexts begin with the most general one. */
  add(contexts: readonly string[], label: Label): void {
    for (const context of contexts) {
      const list = this.#labels.get(context);
      if (list) list.push(label);
      else this.#labels.set(context, [label]);
    }
  }

  /** The share of each label; empty if no example has one of the contexts. Call it after the last `add`. */
  of(contexts: readonly string[]): Shares<Label> {
    const key = contexts.join('\t');
    let shares = this.#shares.get(key);
    if (!shares) {
      shares = contexts.reduce<Shares<Label>>(
        (general, context) => mixed(general, this.#labels.get(context) ?? []),
        new Map(),
      );
      this.#shares.set(key, shares);
    }
    return shares;
  }
}
