// The share of correct heads and labels, punctuation included, which training monitors on the dev set.

import type { Instance } from '../structure/instance.js';
import type { PredictedTree } from './treeModel.js';

export interface TreeAccuracy extends Readonly<Record<string, number>> {
  /** Percentages: words with correct head, words with correct head and label, sentences with all heads correct. */
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
