// Pools the arrays of a sentence's trees: hundreds of small buffers take many times the memory of their contents.
import type { AnalyzedTree } from './analysis.js';

/** The same trees with arrays that are views of shared buffers, and remain so when sent to another thread. */
export function pooled(trees: readonly AnalyzedTree[]): readonly AnalyzedTree[] {
  if (trees.length < 2) return trees;
  const size = trees[0].heads.length;
  const { length } = trees;
  const [heads, labels] = [new Int32Array(length * size), new Int32Array(length * size)];
  const probabilities = new Float32Array(trees[0].probabilities ? length * size : 0);
  return trees.map((tree, at) => {
    const [start, end] = [at * size, (at + 1) * size];
    heads.set(tree.heads, start);
    if (tree.labels) labels.set(tree.labels, start);
    if (tree.probabilities) probabilities.set(tree.probabilities, start);
    return {
      ...tree,
      heads: heads.subarray(start, end),
      labels: tree.labels && labels.subarray(start, end),
      probabilities: tree.probabilities && probabilities.subarray(start, end),
    };
  });
}
