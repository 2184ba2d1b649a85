// The combinations of tags that training has. Each column is chosen apart, so its best tag may contradict those of the
// others: PROPN with NN. Such words get the best known combination, unless it is much less likely.
import type { Tensor } from '../engine/tensor.js';
import { type TagColumn, type TaggerVocabulary, tagsOf } from './taggerVocabulary.js';

/** The most that a combination may lose against the best tags, as a logarithm: surer tags may be new but right. */
const MOST_LOST = 1;

export class TagCombinations {
  /** The columns that are combined, as indices of the chosen ones. */
  readonly #columns: readonly number[];
  /** The number of tags of each. */
  readonly #widths: readonly number[];
  /** The tags of each, one per combination. */
  readonly #tags: readonly Int32Array[];
  readonly #known: ReadonlySet<number>;

  /** Combines the columns that a network chooses, other than lemmas. The words with lemmas tell which tags go together. */
  constructor({ outputs, knowledge }: TaggerVocabulary, chosen: readonly TagColumn[]) {
    const names = chosen.filter((name) => name !== 'lemma');
    const indices = names.map((name) => new Map(outputs[name].map((tag, index) => [tag, index])));
    const combinations = (knowledge.lemmas?.data.tags ?? [])
      .map(([upos, tag]) => tagsOf({ upos, tag }))
      .map((tags) => names.map((name, at) => indices[at].get(tags?.[name] ?? '') ?? -1))
      .filter((combination) => !combination.includes(-1));
    this.#columns = names.map((name) => chosen.indexOf(name));
    this.#widths = names.map((name) => outputs[name].length);
    this.#tags = names.map((_, at) => Int32Array.from(combinations, (combination) => combination[at]));
    this.#known = new Set(combinations.map((_, index) => this.#keyOf(this.#tags, index)));
  }

  /** Replaces the best tags of rows where they contradict each other; `best` and `scores` are those of each column. */
  reconcile(best: readonly Int32Array[], scores: readonly Tensor[]): void {
    if (this.#columns.length < 2 || this.#known.size === 0) return;
    const count = this.#tags[0].length;
    const own = this.#columns.map((column) => best[column]);
    const rows = [...own[0].keys()].filter((row) => !this.#known.has(this.#keyOf(own, row)));
    if (rows.length === 0) return;
    // What each combination loses against the best tags.
    const lost = new Float32Array(rows.length * count);
    for (const [at, column] of this.#columns.entries()) {
      const [width, tags] = [this.#widths[at], this.#tags[at]];
      scores[column].use((score) => {
        for (const [place, row] of rows.entries()) {
          const most = score[row * width + own[at][row]];
          for (let c = 0; c < count; c++) lost[place * count + c] += most - score[row * width + tags[c]];
        }
      });
    }
    for (const [place, row] of rows.entries()) {
      const losses = lost.subarray(place * count, (place + 1) * count);
      const least = losses.reduce((a, b) => Math.min(a, b));
      if (least > MOST_LOST) continue;
      const nearest = losses.indexOf(least);
      for (const [at, tags] of this.#tags.entries()) own[at][row] = tags[nearest];
    }
  }

  /** One number for the tags at a place. */
  #keyOf(tags: readonly Int32Array[], at: number): number {
    let key = 0;
    for (let c = 0; c < tags.length; c++) key = key * this.#widths[c] + tags[c][at];
    return key;
  }
}
