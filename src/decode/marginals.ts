// Probabilities of trees under exact models: the log partition function over all projective trees, each by its canonical
// sequence, and its gradient, which is the arcs' marginal probabilities and what log-likelihood training needs.
import type { ArcEagerScores } from './arcEager.js';
import type { ArcHybridScores } from './arcHybrid.js';
import { canonicalChart, logSumExp, rightAllowed, type SpanWeights, spanWeights } from './canonical.js';
import { type DecodeOptions, requireFinite, type Scores, sumOfArcs } from './decoding.js';
import { arcEagerFromArcHybrid } from './lemmas.js';

/** Sums over all trees of a sentence. */
export interface Marginals<Tables = unknown> {
  readonly logPartition: number;
  /** The probability of each arc, (n+1)×(n+1) by head and modifier. */
  readonly arcs: Float32Array;
  /** The expected number of uses of each score: the gradient of the log partition function. */
  readonly expected: Tables;
}

/** How often each entry of each table is used, on average over all trees. */
export type Expected<Tables> = { readonly [Name in keyof Tables]-?: Float32Array };

interface SpanExpectations {
  readonly logPartition: number;
  readonly beginRight: Float64Array;
  readonly endRight: Float64Array;
  readonly beginLeft: Float64Array;
  readonly endLeft: Float64Array;
}

/** Inside, then outside: each combination hands its share of the conclusion's probability down to its premises. */
function expectations(weights: SpanWeights): SpanExpectations {
  const { n } = weights;
  const size = n + 2;
  const { notLeft, left, all, goal } = canonicalChart(weights, logSumExp);
  const fresh = () => new Float64Array(size * size);
  const [beginRight, endRight, beginLeft, endLeft] = [fresh(), fresh(), fresh(), fresh()];
  const outsideAll = fresh();
  const outsideNotLeft = fresh();
  outsideAll[n + 1] = 1;
  for (let k = 0; k <= n; k++) {
    for (let j = n + 1; j > k + 1; j--) {
      const cell = k * size + j;
      if (all[cell] === -Infinity) continue;
      const right = outsideNotLeft[cell] + outsideAll[cell] * Math.exp(notLeft[cell] - all[cell]);
      if (right > 0 && rightAllowed(weights, k, j)) {
        for (let i = k + 1; i < j; i++) {
          const [ki, ij] = [k * size + i, i * size + j];
          const term = all[ki] + weights.beginRight[ki] + notLeft[ij] + weights.endRight[ij];
          const share = right * Math.exp(term - notLeft[cell]);
          outsideAll[ki] += share;
          outsideNotLeft[ij] += share;
          beginRight[ki] += share;
          endRight[ij] += share;
        }
      }
      const toLeft = outsideAll[cell] * Math.exp(left[cell] - all[cell]);
      if (toLeft > 0) {
        for (let i = k + 1; i < j; i++) {
          const [ki, ij] = [k * size + i, i * size + j];
          const term = all[ki] + weights.beginLeft[ki] + all[ij] + weights.endLeft[ij];
          const share = toLeft * Math.exp(term - left[cell]);
          outsideAll[ki] += share;
          outsideAll[ij] += share;
          beginLeft[ki] += share;
          endLeft[ij] += share;
        }
      }
    }
  }
  return { logPartition: requireFinite(goal), beginRight, endRight, beginLeft, endLeft };
}

/** By head and modifier, what is by i < j in one table for the arcs i → j and in another for j → i. */
export function arcsOf(n: number, right: Float64Array, left: Float64Array): Float32Array {
  const arcs = new Float32Array((n + 1) ** 2);
  for (let i = 0; i <= n; i++) {
    for (let j = i + 1; j <= n; j++) {
      arcs[i * (n + 1) + j] = right[i * (n + 2) + j];
      arcs[j * (n + 1) + i] = left[i * (n + 2) + j];
    }
  }
  return arcs;
}

/** A right arc k → i is made once, when i's stay on the stack begins; a left arc j → i when it ends. */
function arcMarginals(n: number, { beginRight, endLeft }: SpanExpectations): Float32Array {
  return arcsOf(n, beginRight, endLeft);
}

/** The probabilities of an arc-eager model over all trees. */
export function arcEagerMarginals(
  n: number,
  scores: ArcEagerScores,
  options: DecodeOptions = {},
): Marginals<Expected<ArcEagerScores>> {
  const found = expectations(spanWeights(n, scores, options));
  const expected = {
    shift: Float32Array.from(found.beginLeft),
    reduceLeft: Float32Array.from(found.endLeft),
    rightArc: Float32Array.from(found.beginRight),
    reduce: Float32Array.from(found.endRight),
  };
  return { logPartition: found.logPartition, arcs: arcMarginals(n, found), expected };
}

/** The probabilities of an arc-hybrid model over all trees. */
export function arcHybridMarginals(
  n: number,
  scores: ArcHybridScores,
  options: DecodeOptions = {},
): Marginals<Expected<ArcHybridScores>> {
  const found = expectations(spanWeights(n, arcEagerFromArcHybrid(scores), options));
  const expected = {
    shift: Float32Array.from(found.beginLeft, (left, at) => left + found.beginRight[at]),
    reduceLeft: Float32Array.from(found.endLeft),
    reduceRight: Float32Array.from(found.endRight),
  };
  return { logPartition: found.logPartition, arcs: arcMarginals(n, found), expected };
}

/** Of edge-factored scores, (n+1)×(n+1) by head and modifier, whose expectations are the arcs' probabilities themselves. */
export function projectiveMarginals(
  n: number,
  scores: Scores,
  { arcs, singleRoot }: DecodeOptions = {},
): Marginals<{ readonly arcs: Float32Array }> {
  const found = expectations(spanWeights(n, {}, { arcs: sumOfArcs(n, scores, arcs), singleRoot }));
  const marginals = arcMarginals(n, found);
  return { logPartition: found.logPartition, arcs: marginals, expected: { arcs: marginals } };
}
