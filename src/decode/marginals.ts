// Tree probabilities under exact models: the log partition function over all projective trees, each by its canonical
// sequence, and its gradient: the arcs' marginal probabilities and what log-likelihood training needs.
import type { Engine } from '../engine/engine.js';
import type { ArcEagerScores } from './arcEagerDecoder.js';
import type { ArcHybridScores } from './arcHybridDecoder.js';
import type { ArcStandardScores } from './arcStandardDecoder.js';
import {
  copied,
  type DecodeOptions,
  Placement,
  requireFinite,
  type Scores,
  sumOfArcs,
  withWorkspace,
} from './decoding.js';
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

/** The probabilities of an arc-eager model over all trees. */
export function arcEagerMarginals(
  engine: Engine,
  n: number,
  scores: ArcEagerScores,
  { arcs, singleRoot = false }: DecodeOptions = {},
): Marginals<Expected<ArcEagerScores>> {
  const { kernels } = engine;
  const count = copied(scores.shift, scores.reduceLeft, scores.rightArc, scores.reduce, arcs);
  const bytes = (words: number) => kernels.spanMarginalsBytes(words) + 4 * count * (words + 2) ** 2;
  return withWorkspace(engine, n, bytes, (work) => {
    const size = (n + 2) ** 2;
    const tables = new Placement(engine, work + kernels.spanMarginalsBytes(n), count, size);
    const logPartition = kernels.spanMarginals(
      n,
      tables.place('shift', scores.shift, size),
      tables.place('reduceLeft', scores.reduceLeft, size),
      tables.place('rightArc', scores.rightArc, size),
      tables.place('reduce', scores.reduce, size),
      tables.place('arcs', arcs, (n + 1) ** 2),
      singleRoot,
      work,
    );
    const found = reader(engine, kernels.spanMarginalsFound(n, work));
    return {
      logPartition: requireFinite(logPartition),
      expected: { shift: found(size), reduceLeft: found(size), rightArc: found(size), reduce: found(size) },
      arcs: found((n + 1) ** 2),
    };
  });
}

/** The probabilities of an arc-hybrid model over all trees. */
export function arcHybridMarginals(
  engine: Engine,
  n: number,
  scores: ArcHybridScores,
  options: DecodeOptions = {},
): Marginals<Expected<ArcHybridScores>> {
  const found = arcEagerMarginals(engine, n, arcEagerFromArcHybrid(scores), options);
  const { shift, reduceLeft, rightArc, reduce } = found.expected;
  for (let at = 0; at < shift.length; at++) shift[at] += rightArc[at];
  return { ...found, expected: { shift, reduceLeft, reduceRight: reduce } };
}

/** For edge-factored scores, (n+1)×(n+1) by head and modifier; their expected uses are the arc probabilities. */
export function projectiveMarginals(
  engine: Engine,
  n: number,
  scores: Scores,
  { arcs, singleRoot }: DecodeOptions = {},
): Marginals<{ readonly arcs: Float32Array }> {
  const sum = sumOfArcs(n, scores, arcs);
  const { logPartition, arcs: marginals } = arcEagerMarginals(engine, n, {}, { arcs: sum, singleRoot });
  return { logPartition, arcs: marginals, expected: { arcs: marginals } };
}

/** The probabilities of an arc-standard model over all trees. */
export function arcStandardMarginals(
  engine: Engine,
  n: number,
  scores: ArcStandardScores,
  { arcs, singleRoot = false }: DecodeOptions = {},
): Marginals<Expected<ArcStandardScores>> {
  const { kernels } = engine;
  const { shift, reduceLeft, reduceRight, attachLeft, attachRight } = scores;
  const count = copied(shift, reduceLeft, reduceRight, attachLeft, attachRight, arcs);
  const bytes = (words: number) => kernels.arcStandardMarginalsBytes(words) + 4 * count * (words + 2) ** 2;
  return withWorkspace(engine, n, bytes, (work) => {
    const size = (n + 2) ** 2;
    const tables = new Placement(engine, work + kernels.arcStandardMarginalsBytes(n), count, size);
    const logPartition = kernels.arcStandardMarginals(
      n,
      tables.place('shift', shift, size),
      tables.place('reduceLeft', reduceLeft, size),
      tables.place('reduceRight', reduceRight, size),
      tables.place('attachLeft', attachLeft, size),
      tables.place('attachRight', attachRight, size),
      tables.place('arcs', arcs, (n + 1) ** 2),
      singleRoot,
      work,
    );
    const found = reader(engine, kernels.arcStandardMarginalsFound(n, work));
    return {
      logPartition: requireFinite(logPartition),
      expected: {
        shift: found(size),
        reduceLeft: found(size),
        reduceRight: found(size),
        attachLeft: found(size),
        attachRight: found(size),
      },
      arcs: found((n + 1) ** 2),
    };
  });
}

/** Copies consecutive arrays out of the engine's memory, starting at `pointer`. */
function reader(engine: Engine, pointer: number): (length: number) => Float32Array {
  let at = pointer;
  return (length) => {
    const array = new Float32Array(engine.memory.buffer, at, length).slice();
    at += 4 * length;
    return array;
  };
}
