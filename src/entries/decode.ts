// arcwise/decode: the paper's decoders alone. Scores in; trees, probabilities and k-best lists out.
/// <reference path="../../types/globals.d.ts" preserve="true" />
import * as eager from '../decode/arcEagerDecoder.js';
import * as hybrid from '../decode/arcHybridDecoder.js';
import * as standard from '../decode/arcStandardDecoder.js';
import * as edges from '../decode/edgeFactored.js';
import * as kBest from '../decode/kBestParses.js';
import * as marginals from '../decode/marginals.js';
import * as risk from '../decode/minimumRisk.js';
import { createEngine, type Engine } from '../engine/engine.js';

export type { ArcEagerScores } from '../decode/arcEagerDecoder.js';
export type { ArcHybridScores } from '../decode/arcHybridDecoder.js';
export type { ArcStandardScores } from '../decode/arcStandardDecoder.js';
export { beam } from '../decode/beam.js';
export {
  type DecodeOptions,
  LengthError,
  type Parse,
  type Scores,
  ScoresError,
  type Tree,
} from '../decode/decoding.js';
export { greedy } from '../decode/greedy.js';
export type { Trees } from '../decode/kBestParses.js';
export * from '../decode/lemmas.js';
export type { Expected, Marginals } from '../decode/marginals.js';
export { spanningTreeMarginals } from '../decode/matrixTree.js';
export type { MinimumRiskOptions } from '../decode/minimumRisk.js';
export type { SearchOptions, TransitionScorer } from '../decode/search.js';
export { decodeSpanningTree } from '../decode/spanningTree.js';
export * as deduction from '../deduction/index.js';
export { Random, type RandomState } from '../engine/random.js';
export { arcEager } from '../transition/arcEager.js';
export { arcHybrid } from '../transition/arcHybrid.js';
export { arcStandard } from '../transition/arcStandard.js';
export { Configuration } from '../transition/configuration.js';
export { staticOracle } from '../transition/oracle.js';
export * from '../transition/system.js';

let engine: Engine | undefined;

/** A decoder on this module's only engine, whose memory grows to the longest sentence so far. */
function bound<Arguments extends unknown[], Result>(
  decode: (engine: Engine, ...of: Arguments) => Result,
): (...of: Arguments) => Result {
  return (...of) => {
    engine ??= createEngine();
    return decode(engine, ...of);
  };
}

/** The best tree of an arc-eager model. */
export const decodeArcEager = bound(eager.decodeArcEager);
/** The best tree of an arc-hybrid model. */
export const decodeArcHybrid = bound(hybrid.decodeArcHybrid);
/** The best tree of an arc-standard model. */
export const decodeArcStandard = bound(standard.decodeArcStandard);
/** The best projective tree of an edge-factored model. */
export const decodeProjective = bound(edges.decodeProjective);
/** The tree with the highest expected number of right heads. */
export const decodeMinimumRisk = bound(risk.decodeMinimumRisk);
/** The trees of an arc-eager model, best first. */
export const kBestArcEager = bound(kBest.kBestArcEager);
/** The trees of an arc-hybrid model, best first. */
export const kBestArcHybrid = bound(kBest.kBestArcHybrid);
/** The trees of an arc-standard model, best first. */
export const kBestArcStandard = bound(kBest.kBestArcStandard);
/** The projective trees of an edge-factored model, best first. */
export const kBestProjective = bound(kBest.kBestProjective);
/** The probabilities of an arc-eager model over all trees. */
export const arcEagerMarginals = bound(marginals.arcEagerMarginals);
/** The probabilities of an arc-hybrid model over all trees. */
export const arcHybridMarginals = bound(marginals.arcHybridMarginals);
/** The probabilities of an arc-standard model over all trees. */
export const arcStandardMarginals = bound(marginals.arcStandardMarginals);
/** The probabilities of an edge-factored model over all projective trees. */
export const projectiveMarginals = bound(marginals.projectiveMarginals);
