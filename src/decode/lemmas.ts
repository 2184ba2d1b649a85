// The paper's two lemmas: the arc-eager model contains the edge-factored model and the arc-hybrid model.
import type { ArcEagerScores } from './arcEagerDecoder.js';
import type { ArcHybridScores } from './arcHybridDecoder.js';

/**
 * Lemma 1: arc-eager scores that give every tree its edge-factored score. `arcs` is (n+1)×(n+1) by head and modifier.
 * Right-arc scores the arc k → i that it makes, reduce-left the arc i ← j; shift and reduce score 0.
 */
export function arcEagerFromEdgeFactored(n: number, arcs: Float32Array): ArcEagerScores {
  const size = n + 2;
  const rightArc = new Float32Array(size * size);
  const reduceLeft = new Float32Array(size * size);
  for (let i = 0; i <= n; i++) {
    for (let j = i + 1; j <= n; j++) {
      rightArc[i * size + j] = arcs[i * (n + 1) + j];
      reduceLeft[i * size + j] = arcs[j * (n + 1) + i];
    }
  }
  return { rightArc, reduceLeft };
}

/** Lemma 2: arc-eager scores that give every sequence its arc-hybrid score, by scoring right-arc like shift. */
export function arcEagerFromArcHybrid({ shift, reduceLeft, reduceRight }: ArcHybridScores): ArcEagerScores {
  return { shift, reduceLeft, rightArc: shift, reduce: reduceRight };
}
