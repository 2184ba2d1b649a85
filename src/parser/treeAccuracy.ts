// How many heads and labels are right: what training watches on the dev set, punctuation included.

import type { Instance } from './instance.js';
import type { PredictedTree } from './treeModel.js';

export interface TreeAccuracy extends Readonly<Record<string, number>> {
  /** Per cent of words with the right head, with the right head and label, and of sentences with every head right. */
  readonly uas: number;
  readonly las: number;
  readonly uem: number;
}

export function treeAccuracy(gold: readonly Instance[], trees: readonly PredictedTree[]): TreeAccuracy {
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
