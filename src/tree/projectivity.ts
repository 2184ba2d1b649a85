// Whether a tree can be drawn above its sentence without crossing arcs, with ROOT before the first word.
import { assertTree, dominates } from './tree.js';

/**
 * Whether the heads form a projective tree, in O(n). ROOT counts as a node at position 0: an arc over a root word
 * crosses that word's arc from ROOT.
 *
 * This is arc-standard parsing with known heads: only a projective tree reduces to ROOT alone. A word is reduced to its
 * left once it has all dependents; a word that is reduced to its right could get more only across its head.
 */
export function isProjective(heads: Int32Array): boolean {
  const missing = new Int32Array(heads.length); // [n+1], the number of dependents not seen yet
  for (let word = 1; word < heads.length; word++) missing[heads[word]]++;
  const stack = new Int32Array(heads.length); // [n+1], ROOT at the bottom
  let top = 0;
  for (let word = 1; word < heads.length; word++) {
    stack[++top] = word;
    while (top > 0) {
      const s0 = stack[top];
      const s1 = stack[top - 1];
      if (heads[s1] === s0) {
        stack[--top] = s0;
        missing[s0]--;
      } else if (heads[s0] === s1 && missing[s0] === 0) {
        top--;
        missing[s1]--;
      } else break;
    }
  }
  return top === 0;
}

/**
 * The dependents of the non-projective arcs of a tree, in ascending order. An arc is non-projective if some word
 * strictly between its two ends is not a descendant of its head; an arc from ROOT never is.
 */
export function nonProjectiveArcs(heads: Int32Array): number[] {
  assertTree(heads);
  const dependents: number[] = [];
  for (let word = 1; word < heads.length; word++) {
    if (isNonProjectiveArc(heads, heads[word], word)) dependents.push(word);
  }
  return dependents;
}

/** Whether an arc between these two is or would be non-projective in this tree. */
export function isNonProjectiveArc(heads: Int32Array, head: number, dependent: number): boolean {
  const end = Math.max(head, dependent);
  for (let word = Math.min(head, dependent) + 1; word < end; word++) {
    if (!dominates(heads, head, word)) return true;
  }
  return false;
}
