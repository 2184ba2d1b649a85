// A sentence as patterns see it: nodes with features, edges with labels.
import type { Sentence } from '../conllu/sentence.js';
import { isProjective } from '../tree/projectivity.js';
import { featureOf } from './features.js';

export class Graph {
  readonly sentence: Sentence;
  readonly n: number;
  #children: number[][] | undefined; // [n+1][…], in text order
  #isProjective: boolean | undefined;

  constructor(sentence: Sentence) {
    this.sentence = sentence;
    this.n = sentence.words.length;
  }

  /** The head of a word: 0 for ROOT, −1 for none. */
  head(word: number): number {
    return this.sentence.words[word - 1].head;
  }

  /** The label of the edge to a word. */
  label(word: number): string {
    return this.sentence.words[word - 1].deprel;
  }

  children(node: number): readonly number[] {
    if (!this.#children) {
      this.#children = Array.from({ length: this.n + 1 }, () => []);
      for (const { id, head } of this.sentence.words) this.#children[head]?.push(id);
    }
    return this.#children[node];
  }

  /** A feature of a word; undefined if its column is `_`. */
  value(word: number, feature: string): string | undefined {
    return featureOf(this.sentence.words[word - 1], feature);
  }

  /** Whether a path of one or more edges leads down from one node to a word. */
  dominates(from: number, word: number): boolean {
    // User input may contain a cycle, but no path is longer than n.
    for (let node = this.head(word), steps = 0; node >= 0 && steps < this.n; steps++) {
      if (node === from) return true;
      if (node === 0) return false;
      node = this.head(node);
    }
    return false;
  }

  get isProjective(): boolean {
    this.#isProjective ??= isProjective(Int32Array.of(-1, ...this.sentence.words.map(({ head }) => head)));
    return this.#isProjective;
  }
}
