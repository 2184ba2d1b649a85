// Minimum Bayes risk: the tree with the highest expected number of right heads, given the arcs' probabilities.
import type { Engine } from '../engine/engine.js';
import type { Tree } from './decoding.js';
import { decodeProjective } from './edgeFactored.js';
import { decodeSpanningTree } from './spanningTree.js';

/** Which trees are looked at. */
export interface MinimumRiskOptions {
  readonly singleRoot?: boolean;
  /** Whether the tree must be projective, as the trees behind transition systems' probabilities are. */
  readonly projective?: boolean;
}

/** `marginals` is (n+1)×(n+1) by head and modifier; the score is the expected number of right heads. */
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
