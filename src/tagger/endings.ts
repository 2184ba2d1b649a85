// Predicts labels of unseen words from labelled words with the same endings: the longer the common ending, the more an
// example counts.

export interface Example {
  readonly word: string;
  /** Only words with the same `general` are compared; those with the same `special` count more. */
  readonly general: string;
  readonly special: string;
  readonly label: number;
}

/** The probability of each label. */
export type Shares = ReadonlyMap<number, number>;

/** Nodes with this many examples or fewer cache nothing: that bounds the memory, and they are quick to recompute. */
const FEW = 8;

/** The weight that each distinct label of a longer ending leaves to the shorter ones. */
const DOUBT = 0.5;

/** The examples whose words share an ending. */
class Node {
  readonly examples: readonly Example[];
  readonly depth: number;
  readonly #children = new Map<string, Node>();
  readonly #shares = new Map<string, Shares>();

  constructor(examples: readonly Example[], depth: number) {
    this.examples = examples;
    this.depth = depth;
  }

  /** The examples that have this character before the ending. */
  child(character: string): Node {
    let child = this.#children.get(character);
    if (!child) {
      const examples = this.examples.filter(({ word }) => before(word, this.depth) === character);
      child = new Node(examples, this.depth + 1);
      if (this.examples.length > FEW) this.#children.set(character, child);
    }
    return child;
  }

  shares(special: string, shorter: Shares): Shares {
    let shares = this.#shares.get(special);
    if (!shares) {
      shares = mixed(
        mixed(shorter, this.examples),
        this.examples.filter((one) => one.special === special),
      );
      if (this.examples.length > FEW) this.#shares.set(special, shares);
    }
    return shares;
  }
}

export class Endings {
  readonly #roots = new Map<string, Node>();

  constructor(examples: readonly Example[]) {
    const lists = new Map<string, Example[]>();
    for (const example of examples) {
      const list = lists.get(example.general);
      if (list) list.push(example);
      else lists.set(example.general, [example]);
    }
    for (const [general, list] of lists) this.#roots.set(general, new Node(list, 0));
  }

  /** The probability of each label for a word; empty if no example has the same general context. */
  sharesOf(word: string, general: string, special: string): Shares {
    let shares: Shares = new Map();
    let node = this.#roots.get(general);
    while (node && node.examples.length > 0) {
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

/** The shares of labels among examples, interpolated with the prior shares. */
function mixed(shares: Shares, examples: readonly Example[]): Shares {
  if (examples.length === 0) return shares;
  const counts = new Map<number, number>();
  for (const { label } of examples) counts.set(label, (counts.get(label) ?? 0) + 1);
  const trust = examples.length / (examples.length + DOUBT * counts.size);
  const all = new Map<number, number>();
  for (const [label, share] of shares) all.set(label, (1 - trust) * share);
  for (const [label, count] of counts) {
    all.set(label, (all.get(label) ?? 0) + (trust * count) / examples.length);
  }
  return all;
}
