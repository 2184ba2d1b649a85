// Exact projective decoding of edge-factored scores. The paper's first lemma turns them into arc-eager scores; that chart
// takes two max-plus products where Eisner's takes three.
import type { Engine } from '../engine/engine.js';
import { bestDerivation } from './arcEager.js';
import { type DecodeOptions, dataOf, type Scores, type Tree } from './decoding.js';

/** `scores` is (n+1)×(n+1) by head and modifier. */
export function decodeProjective(
  engine: Engine,
  n: number,
  scores: Scores,
  { arcs, singleRoot }: DecodeOptions = {},
): Tree {
  const sum = arcs ? dataOf(scores).map((score, at) => score + dataOf(arcs)[at]) : scores;
  const { score, heads } = bestDerivation(engine, n, {}, { arcs: sum, singleRoot });
  return { score, heads };
}
