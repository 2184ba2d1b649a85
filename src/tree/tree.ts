// Whether heads form a tree: each word has one, and all lead to ROOT.
import { cyclesOf } from '../conllu/heads.js';

export { cyclesOf, rootsOf } from '../conllu/heads.js';

/** Whether the heads (heads[0] = −1) form a tree under ROOT; it may have several root words. */
export function isTree(heads: Int32Array): boolean {
  if (heads[0] !== -1) return false;
  for (let word = 1; word < heads.length; word++) {
    if (heads[word] < 0 || heads[word] >= heads.length) return false;
  }
  return cyclesOf(heads).length === 0;
}

/** Whether the word is this ancestor or one of its descendants, in a tree. */
export function dominates(heads: Int32Array, ancestor: number, word: number): boolean {
  while (word !== ancestor && word > 0) word = heads[word];
  return word === ancestor;
}

/** Throws unless the heads form a tree: on a cycle, a walk from head to head would not end. */
export function assertTree(heads: Int32Array): void {
  if (!isTree(heads)) throw new Error(`The heads ${heads.join(', ')} do not form a tree.`);
}
