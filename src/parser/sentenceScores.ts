// What any kind of model predicts for a sentence: the best tree, the k best trees, and the arc probabilities.
import { arrayOf, type Scores, type Tree } from '../decode/decoding.js';
import { kBestProjective, type Trees } from '../decode/kBestParses.js';
import { decodeMinimumRisk, type MinimumRiskOptions } from '../decode/minimumRisk.js';
import type { Engine } from '../engine/engine.js';
import type { ScoreTables, TableModel } from '../structure/structuredModel.js';

export interface SentenceScores {
  best(): Tree;
  /** Best first; throws if the model has no such list. */
  kBest(): Trees;
  probabilities(): Probabilities;
  /** The tables that the best tree comes from; absent if parsers vote on arcs. */
  readonly tables?: ScoreTables;
}

export interface Probabilities {
  /** Of each arc, [n+1, n+1] by head and modifier. */
  readonly arcs: Float32Array;
  /** Of a tree, from its score; absent if parsers only vote on arcs. */
  readonly ofTree?: (score: number) => number;
}

export interface TableScoresOptions {
  readonly singleRoot: boolean;
  /** Whether scores belong to canonical derivations, so that the best tree is the most probable one. */
  readonly canonical?: boolean;
  /** The divisor of scores before they become probabilities. */
  readonly temperature: number;
}

/** The predictions from tables of scores. */
export function tableScores(
  engine: Engine,
  model: TableModel,
  n: number,
  tables: ScoreTables,
  { singleRoot, canonical, temperature }: TableScoresOptions,
): SentenceScores {
  return {
    best: () => model.decode(engine, n, tables, { singleRoot, canonical }),
    kBest() {
      if (!model.kBest) throw new Error('The model has no k best trees.');
      return model.kBest(engine, n, tables, { singleRoot });
    },
    probabilities() {
      if (!model.marginals) throw new Error('The model has no probabilities.');
      const { arcs, logPartition } = model.marginals(engine, n, cooled(tables, temperature), { singleRoot });
      return { arcs, ofTree: (score) => Math.exp(score / temperature - logPartition) };
    },
    tables,
  };
}

/** Tables divided by a temperature. */
function cooled(tables: ScoreTables, temperature: number): ScoreTables {
  if (temperature === 1) return tables;
  return Object.fromEntries(
    Object.entries(tables).map(([name, table]) => [name, arrayOf(table).map((score) => score / temperature)]),
  );
}

/** The predictions from arc probabilities: the best tree has the highest expected number of correct heads. */
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

/** A tree as arc probabilities: 1 for each of its arcs, 0 for all others. */
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
