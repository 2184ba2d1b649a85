// What a model says about the trees of a sentence, whatever its kind: the best one, the k best, the arcs' probabilities.
import { arrayOf, type Scores, type Tree } from '../decode/decoding.js';
import { kBestProjective, type Trees } from '../decode/kBestParses.js';
import { decodeMinimumRisk, type MinimumRiskOptions } from '../decode/minimumRisk.js';
import type { Engine } from '../engine/engine.js';
import type { ScoreTables, TableModel } from './structuredModel.js';

export interface SentenceScores {
  best(): Tree;
  /** From the best on; some models have no such list. */
  kBest(): Trees;
  probabilities(): Probabilities;
  /** What the best tree is found in; where parsers vote on arcs, there is no such thing. */
  readonly tables?: ScoreTables;
}

export interface Probabilities {
  /** Of each arc, [n+1, n+1] by head and modifier. */
  readonly arcs: Float32Array;
  /** Of a tree, by its score; where parsers only vote on arcs, there is none. */
  readonly ofTree?: (score: number) => number;
}

export interface TableScoresOptions {
  readonly singleRoot: boolean;
  /** Whether scores are of canonical derivations, so that the best tree is the most probable one. */
  readonly canonical?: boolean;
  /** What scores are divided by before they become probabilities. */
  readonly temperature: number;
}

/** What tables of scores say. */
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

/** What probabilities of arcs say: the best tree is the one with the most right heads to be expected. */
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
