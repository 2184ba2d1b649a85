// What a model knows by number: what its encoder looks words up in, and what it can say.
import type { Lexicon } from './encoder.js';

/** What a model can say, by the column that it says it in. */
export type Outputs = Readonly<Record<string, readonly string[]>>;

/** Where an arc comes from: ROOT alone, words alone, or both. */
export type LabelHead = 'root' | 'word' | 'both';

export class Vocabulary<Own extends Lexicon = Lexicon> {
  readonly lexicon: Own;
  readonly outputs: Outputs;
  /** For each label of arcs, the heads that it had in the training data; older model files do not say. */
  readonly labelHeads?: readonly LabelHead[];
  #numbers: ReadonlyMap<string, ReadonlyMap<string, number>>;

  constructor(lexicon: Own, outputs: Outputs, labelHeads?: readonly LabelHead[]) {
    this.lexicon = lexicon;
    this.outputs = outputs;
    if (labelHeads) this.labelHeads = labelHeads;
    this.#numbers = new Map(Object.entries(outputs).map(([column, names]) => [column, numbered(names)]));
  }

  /** As a model file has it. */
  get data(): object {
    const { outputs, labelHeads } = this;
    return { ...this.lexicon.data, outputs, ...(labelHeads && { labelHeads }) };
  }

  /** −1 for what the model cannot say. */
  output(column: string, name: string): number {
    return this.#numbers.get(column)?.get(name) ?? -1;
  }
}

/** Names and how often they occur, the most frequent first. */
export function countOf(names: Iterable<string>): [name: string, times: number][] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}

/** The number of each name. */
export function numbered(names: readonly string[]): Map<string, number> {
  return new Map(names.map((name, id) => [name, id]));
}
