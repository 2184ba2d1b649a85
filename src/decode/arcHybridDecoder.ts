// Exact arc-hybrid decoding with the arc-eager chart, by the paper's second lemma.
import type { Engine } from '../engine/engine.js';
import { REDUCE_RIGHT, SHIFT } from '../transition/system.js';
import { bestDerivation, spanSequence } from './arcEagerDecoder.js';
import type { DecodeOptions, Parse, Scores } from './decoding.js';
import { arcEagerFromArcHybrid } from './lemmas.js';

/** f(s0, b0) of each transition, (n+2)×(n+2); an absent table is all zeros. */
export interface ArcHybridScores {
  readonly shift?: Scores;
  readonly reduceLeft?: Scores;
  readonly reduceRight?: Scores;
}

/** Finds the exact best sequence of an arc-hybrid model in O(n³). */
export function decodeArcHybrid(
  engine: Engine,
  n: number,
  scores: ArcHybridScores,
  options: DecodeOptions = {},
): Parse {
  return bestDerivation(engine, n, arcEagerFromArcHybrid(scores), options, arcHybridSequence);
}

const arcHybridSequence = spanSequence({ begin: SHIFT, end: REDUCE_RIGHT });
