// The tree of a sentence as arrays over positions, with its roots and its cycles.
import { noHead, type Sentence } from './sentence.js';

/** The heads by position; −1 for ROOT at [0] and for words without a head. */
export function headsOf(sentence: Sentence): Int32Array {
  const heads = new Int32Array(sentence.words.length + 1); // [n+1]
  heads[0] = noHead;
  for (const word of sentence.words) heads[word.id] = word.head;
  return heads;
}

/** The labels of the words' arcs by position; [0] is '' for ROOT. */
export function labelsOf(sentence: Sentence): string[] {
  return ['', ...sentence.words.map((word) => word.deprel)];
}

/** The words whose head is ROOT. */
export function rootsOf(heads: Int32Array): number[] {
  const roots: number[] = [];
  for (let word = 1; word < heads.length; word++) if (heads[word] === 0) roots.push(word);
  return roots;
}

/** The cycles, each as a list of words from head to head, starting at its first word. */
export function cyclesOf(heads: Int32Array): number[][] {
  const cycles: number[][] = [];
  const walks = new Int32Array(heads.length); // the start of the walk up the heads that first reached the word; 0 for none
  for (let start = 1; start < heads.length; start++) {
    let word = start;
    while (word > 0 && walks[word] === 0) {
      walks[word] = start;
      word = heads[word];
    }
    // A walk that meets itself is on a cycle; one that meets an earlier walk would only repeat it.
    if (word > 0 && walks[word] === start) cycles.push(cycleThrough(heads, word));
  }
  return cycles;
}

function cycleThrough(heads: Int32Array, word: number): number[] {
  const cycle = [word];
  for (let next = heads[word]; next !== word; next = heads[next]) cycle.push(next);
  const first = cycle.indexOf(cycle.reduce((a, b) => Math.min(a, b)));
  return [...cycle.slice(first), ...cycle.slice(0, first)];
}
