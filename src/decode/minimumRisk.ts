// Minimum Bayes risk decoding: the tree with the highest expected number of correct heads, given arc probabilities.
import type { Engine } from '../engine/engine.js';
import type { Tree } from './decoding.js';
import { decodeProjective } from './edgeFactored.js';
import { decodeSpanningTree } from './spanningTree.js';

/** The trees to consider. */
export interface MinimumRiskOptions {
  readonly singleRoot?: boolean;
  /** Whether the tree must be projective, like the trees of transition systems. */
  readonly projective?: boolean;
}

/** `marginals` is (n+1)×(n+1) by head and modifier; the score is the expected number of correct heads. */
export function decodeMinimumRisk(
  engine: Engine,
  n: number,
  marginals: Float32Array,
  { singleRoot, projective = true }: MinimumRiskOptions = {},
): Tree {
  return projective
    ? decodeProjective(engine, n, marginals, { singleRoot })
    : decodeSpanningTree(n, marginals, { singleRoot });
}
