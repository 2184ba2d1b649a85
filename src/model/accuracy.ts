// How much is right of what a model says: what training watches on the dev set, punctuation included.
import type { Instance } from './instance.js';
import type { ParsedTree } from './parser.js';
import type { Tags } from './tagger.js';

export interface TreeAccuracy extends Readonly<Record<string, number>> {
  /** Per cent of words with the right head, with the right head and label, and of sentences with every head right. */
  readonly uas: number;
  readonly las: number;
  readonly uem: number;
}

export function treeAccuracy(gold: readonly Instance[], trees: readonly ParsedTree[]): TreeAccuracy {
  let [words, heads, labels, whole] = [0, 0, 0, 0];
  for (const [s, instance] of gold.entries()) {
    const tree = trees[s];
    let right = 0;
    for (let m = 1; m <= instance.n; m++) {
      if (tree.heads[m] !== instance.heads[m]) continue;
      right++;
      if (tree.labels?.[m] === instance.labels[m]) labels++;
    }
    words += instance.n;
    heads += right;
    if (right === instance.n) whole++;
  }
  return { uas: (100 * heads) / words, las: (100 * labels) / words, uem: (100 * whole) / gold.length };
}

/** Per cent of words with the right tag in each column, and the mean of the columns. */
export function tagAccuracy(
  columns: readonly string[],
  gold: readonly Tags[],
  tags: readonly Tags[],
): Record<string, number> {
  const shares = columns.map((_, column) => {
    let [words, right] = [0, 0];
    for (const [s, sentence] of gold.entries()) {
      for (let word = 1; word < sentence[column].length; word++) {
        words++;
        if (sentence[column][word] === tags[s][column][word]) right++;
      }
    }
    return (100 * right) / words;
  });
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return { ...Object.fromEntries(columns.map((name, at) => [name, shares[at]])), mean };
}
