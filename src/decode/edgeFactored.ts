// Exact projective decoding of edge-factored scores. The paper's first lemma turns them into arc-eager scores, whose
// chart needs two max-plus products; Eisner's needs three.
import type { Engine } from '../engine/engine.js';
import { arcEagerSequence, bestDerivation } from './arcEagerDecoder.js';
import { type DecodeOptions, type Scores, sumOfArcs, type Tree } from './decoding.js';

/** `scores` is (n+1)×(n+1) by head and modifier. */
export function decodeProjective(
  engine: Engine,
  n: number,
  scores: Scores,
  { arcs, singleRoot }: DecodeOptions = {},
): Tree {
  // Canonical costs nothing here, and breaks ties between trees as k-best lists do.
  const options = { arcs: sumOfArcs(n, scores, arcs), singleRoot, canonical: true };
  const { score, heads } = bestDerivation(engine, n, {}, options, arcEagerSequence);
  return { score, heads };
}
