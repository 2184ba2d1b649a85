// What a model says about the trees of a sentence, whatever its kind: the best one, the k best, the arcs' probabilities.
import { arrayOf, type Scores, type Tree } from '../decode/decoding.js';
import { kBestProjective, type Trees } from '../decode/kBestParses.js';
import { type Marginals, projectiveMarginals } from '../decode/marginals.js';
import { spanningTreeMarginals } from '../decode/matrixTree.js';
import { decodeMinimumRisk, type MinimumRiskOptions } from '../decode/minimumRisk.js';
import type { Batch } from '../encoder/instance.js';
import type { Engine } from '../engine/engine.js';
import type { Tensor } from '../engine/tensor.js';
import { EdgeFactoredScorer } from './edgeFactored.js';
import { ExactScorer, type ScoreTables } from './exact.js';
import type { Parser } from './parser.js';
import type { ParserSettings } from './parserSettings.js';

export interface SentenceScores {
  best(): Tree;
  /** From the best on; of trees that need not be projective there are none. */
  kBest(): Trees;
  probabilities(): Probabilities;
  /** What an exact model's best tree is found in; others have none. */
  readonly tables?: ScoreTables;
}

export interface Probabilities {
  /** Of each arc, [n+1, n+1] by head and modifier. */
  readonly arcs: Float32Array;
  /** Of a tree, by its score; where parsers only vote on arcs, there is none. */
  readonly ofTree?: (score: number) => number;
}

/** A model whose scores are tables, and how trees are found in them. */
export interface TableModel {
  /** Models of one family have the same tables, so that these can be averaged. */
  readonly family: string;
  /** Calls `visit` with each sentence's tables, which are gone afterwards, and gives what it gave. */
  tables<T>(batch: Batch, encoded: Tensor, visit: (n: number, tables: ScoreTables) => T): T[];
  scores(n: number, tables: ScoreTables, singleRoot: boolean): SentenceScores;
}

/** The table model of a parser; a greedy one has no tables. */
export function tableModelOf({ scorer, settings, parameters }: Parser): TableModel | undefined {
  const { engine } = parameters;
  if (scorer instanceof ExactScorer) {
    const { exact } = scorer;
    return {
      family: exact.system.name,
      tables: (batch, encoded, visit) => scorer.tables(batch, encoded, visit),
      scores: (n, tables, singleRoot) => ({
        best: () => exact.decode(engine, n, tables, { singleRoot }),
        kBest: () => exact.kBest(engine, n, tables, { singleRoot }),
        probabilities: () =>
          probabilitiesOf(exact.marginals(n, cooled(tables, settings), { singleRoot }), settings),
        tables,
      }),
    };
  }
  if (scorer instanceof EdgeFactoredScorer) {
    const marginals = settings.tree === 'projective' ? projectiveMarginals : spanningTreeMarginals;
    return {
      family: `edge-factored, ${settings.tree}`,
      tables: (batch, encoded, visit) => scorer.tables(batch, encoded, (n, arcs) => visit(n, { arcs })),
      scores: (n, { arcs }, singleRoot) => ({
        best: () => scorer.decode(n, arcs, { singleRoot }),
        kBest: () => kBestProjective(engine, n, arcs, { singleRoot }),
        probabilities: () =>
          probabilitiesOf(marginals(n, cooled({ arcs }, settings).arcs, { singleRoot }), settings),
      }),
    };
  }
  return undefined;
}

function probabilitiesOf({ arcs, logPartition }: Marginals, { temperature }: ParserSettings): Probabilities {
  return { arcs, ofTree: (score) => Math.exp(score / temperature - logPartition) };
}

/** Tables divided by the temperature of a model. */
function cooled(tables: ScoreTables, { temperature }: ParserSettings): ScoreTables {
  if (temperature === 1) return tables;
  return Object.fromEntries(
    Object.entries(tables).map(([name, table]) => [name, arrayOf(table).map((score) => score / temperature)]),
  );
}

/** The scores that probabilities of arcs make: the best tree is the one with the most right heads to be expected. */
export function expectedHeads(
  engine: Engine,
  n: number,
  probabilities: Float32Array,
  options: MinimumRiskOptions,
): SentenceScores {
  return {
    best: () => decodeMinimumRisk(engine, n, probabilities, options),
    kBest: () => kBestProjective(engine, n, probabilities, options),
    probabilities: () => ({ arcs: probabilities }),
  };
}

/** A tree as the probabilities of its arcs. */
export function votesOf(heads: Int32Array): Float32Array {
  const size = heads.length;
  const votes = new Float32Array(size * size);
  for (let m = 1; m < size; m++) votes[heads[m] * size + m] = 1;
  return votes;
}

export function mean(arrays: readonly Scores[]): Float32Array {
  const [first, ...rest] = arrays.map(arrayOf);
  const sum = first.slice();
  for (const array of rest) for (let at = 0; at < sum.length; at++) sum[at] += array[at];
  for (let at = 0; at < sum.length; at++) sum[at] /= arrays.length;
  return sum;
}
