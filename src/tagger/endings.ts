// Predicts labels of unseen words from labelled words with the same endings: the longer the common ending, the more an
// example counts.
import { Counts, mixed, type Shares } from './shares.js';

export interface Example<Label> {
  readonly word: string;
  /** Examples with the same `special` count more. */
  readonly special: string;
  readonly label: Label;
}

/** Nodes with this many examples or fewer cache nothing: that bounds the memory, and they are quick to recompute. */
const FEW = 8;

/** The examples whose words share an ending. */
class Node<Label> {
  readonly examples: readonly Example<Label>[];
  readonly depth: number;
  readonly #children = new Map<string, Node<Label>>();
  readonly #shares = new Map<string, Shares<Label>>();

  constructor(examples: readonly Example<Label>[], depth: number) {
    this.examples = examples;
    this.depth = depth;
  }

  /** The examples that have this character before the ending. */
  child(character: string): Node<Label> {
    let child = this.#children.get(character);
    if (!child) {
      const examples = this.examples.filter(({ word }) => before(word, this.depth) === character);
      child = new Node(examples, this.depth + 1);
      if (this.examples.length > FEW) this.#children.set(character, child);
    }
    return child;
  }

  shares(special: string, shorter: Shares<Label>): Shares<Label> {
    let shares = this.#shares.get(special);
    if (!shares) {
      const [all, own] = [new Counts<Label>(), new Counts<Label>()];
      for (const one of this.examples) {
        all.add(one.label);
        if (one.special === special) own.add(one.label);
      }
      shares = mixed(mixed(shorter, all), own);
      if (this.examples.length > FEW) this.#shares.set(special, shares);
    }
    return shares;
  }
}

export class Endings<Label> {
  readonly #root: Node<Label>;

  constructor(examples: readonly Example<Label>[]) {
    this.#root = new Node(examples, 0);
  }

  /** The probability of each label for a word; empty if there are no examples. */
  sharesOf(word: string, special: string): Shares<Label> {
    let shares: Shares<Label> = new Map();
    let node = this.#root;
    while (node.examples.length > 0) {
      shares = node.shares(special, shares);
      if (node.depth > word.length) break;
      node = node.child(before(word, node.depth));
    }
    return shares;
  }
}

/** The character before an ending; empty if the ending is the whole word. */
function before(word: string, ending: number): string {
  return word.charAt(word.length - 1 - ending);
}
