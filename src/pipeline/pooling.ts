// Pools the arrays of analyses: hundreds of small buffers take many times the memory of their contents, and much longer to
// send to another thread.
import type { Analysis, AnalyzedTree } from './analysis.js';

/** The same analyses; the integers of all are views of one buffer, and remain so when sent to another thread. */
export function pooled(analyses: readonly Analysis[]): Analysis[] {
  const integers = new Int32Array(analyses.reduce((sum, analysis) => sum + integersOf(analysis), 0));
  let used = 0;
  const moved = (values: Int32Array): Int32Array => {
    integers.set(values, used);
    used += values.length;
    return integers.subarray(used - values.length, used);
  };
  return analyses.map((analysis) => ({
    ...analysis,
    trees: pooledProbabilities(analysis.trees).map((tree) => ({
      ...tree,
      heads: moved(tree.heads),
      labels: tree.labels && moved(tree.labels),
    })),
    tags: analysis.tags?.map(moved),
  }));
}

function integersOf({ trees, tags = [] }: Analysis): number {
  const ofTrees = trees.reduce((sum, { heads, labels }) => sum + heads.length + (labels?.length ?? 0), 0);
  return tags.reduce((sum, { length }) => sum + length, ofTrees);
}

/** Those of each sentence apart, because they are kept as long as its trees. */
function pooledProbabilities(trees: readonly AnalyzedTree[]): readonly AnalyzedTree[] {
  const size = trees[0]?.probabilities?.length ?? 0;
  if (trees.length < 2 || size === 0) return trees;
  const all = new Float32Array(trees.length * size);
  return trees.map((tree, at) => {
    all.set(tree.probabilities ?? [], at * size);
    return { ...tree, probabilities: all.subarray(at * size, (at + 1) * size) };
  });
}
