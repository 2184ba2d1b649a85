// The most probable heads of each word, shared by all trees of a sentence, as arrays that threads can exchange.

/** A head that a word could have instead of its own. */
export interface Rival {
  /** The head's position, 0 for ROOT. */
  readonly head: number;
  readonly probability: number;
}

export interface Candidates {
  /** The number of rivals requested per word. */
  readonly rivals: number;
  /** Most probable first; one more than rivals, unless the sentence has fewer. */
  readonly heads: Int32Array; // [n+1, width]
  readonly probabilities: Float32Array; // [n+1, width]
}

/** The candidates, from the probabilities of all arcs. */
export function candidatesOf(arcs: Float32Array /* [n+1, n+1] */, n: number, rivals: number): Candidates {
  const size = n + 1;
  // A word may have any head but itself.
  const width = Math.min(rivals + 1, n);
  const heads = new Int32Array(size * width).fill(-1);
  const probabilities = new Float32Array(size * width);
  for (let word = 1; word <= n; word++) {
    const others = Array.from({ length: size }, (_, head) => head).filter((head) => head !== word);
    others.sort((a, b) => arcs[b * size + word] - arcs[a * size + word]);
    for (let at = 0; at < width; at++) {
      heads[word * width + at] = others[at];
      probabilities[word * width + at] = arcs[others[at] * size + word];
    }
  }
  return { rivals, heads, probabilities };
}

/** The rivals of a word's own head, most probable first, in a sentence of n words. */
export function rivalsOf(
  { rivals, heads, probabilities }: Candidates,
  n: number,
  word: { readonly id: number; readonly head: number },
): Rival[] {
  const width = heads.length / (n + 1);
  const found: Rival[] = [];
  for (let at = word.id * width; at < (word.id + 1) * width && found.length < rivals; at++) {
    if (heads[at] !== word.head) found.push({ head: heads[at], probability: probabilities[at] });
  }
  return found;
}
