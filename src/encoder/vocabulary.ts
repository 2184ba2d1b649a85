// The vocabulary of a model: its encoder's lexicon and its possible outputs.
import type { Lexicon } from './encoder.js';

/** The possible outputs of a model, by column. */
export type Outputs = Readonly<Record<string, readonly string[]>>;

/** Where arcs with a label come from: only ROOT, only words, or both. */
export type LabelHead = 'root' | 'word' | 'both';

export class Vocabulary<Own extends Lexicon = Lexicon> {
  readonly lexicon: Own;
  readonly outputs: Outputs;
  /** The heads of each arc label in the training data; older model files lack them. */
  readonly labelHeads?: readonly LabelHead[];
  #numbers: ReadonlyMap<string, ReadonlyMap<string, number>>;

  constructor(lexicon: Own, outputs: Outputs, labelHeads?: readonly LabelHead[]) {
    this.lexicon = lexicon;
    this.outputs = outputs;
    if (labelHeads) this.labelHeads = labelHeads;
    this.#numbers = new Map(Object.entries(outputs).map(([column, names]) => [column, numbered(names)]));
  }

  /** The form stored in a model file. */
  get data(): object {
    const { outputs, labelHeads } = this;
    return { ...this.lexicon.data, outputs, ...(labelHeads && { labelHeads }) };
  }

  /** The index of an output; −1 if unknown. */
  output(column: string, name: string): number {
    return this.#numbers.get(column)?.get(name) ?? -1;
  }
}

/** Names with their counts, most frequent first. */
export function countOf(names: Iterable<string>): [name: string, times: number][] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}

/** The index of each name. */
export function numbered(names: readonly string[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (let id = 0; id < names.length; id++) numbers.set(names[id], id);
  return numbers;
}
