// The exact models side by side, for the suites over all of them: how each is decoded, and what it is checked against.

import { decodeArcEager } from '../../src/decode/arcEagerDecoder.js';
import { decodeArcHybrid } from '../../src/decode/arcHybridDecoder.js';
import { decodeArcStandard } from '../../src/decode/arcStandardDecoder.js';
import type { DecodeOptions, Parse, Tree } from '../../src/decode/decoding.js';
import { decodeProjective } from '../../src/decode/edgeFactored.js';
import {
  kBestArcEager,
  kBestArcHybrid,
  kBestArcStandard,
  kBestProjective,
  type Trees,
} from '../../src/decode/kBestParses.js';
import {
  arcEagerMarginals,
  arcHybridMarginals,
  arcStandardMarginals,
  type Marginals,
  projectiveMarginals,
} from '../../src/decode/marginals.js';
import { spanningTreeMarginals } from '../../src/decode/matrixTree.js';
import { decodeSpanningTree } from '../../src/decode/spanningTree.js';
import {
  arcEagerRules,
  arcHybridRules,
  arcStandardRules,
  type DeductionSystem,
  edgeFactoredRules,
} from '../../src/deduction/index.js';
import { createEngine } from '../../src/engine/engine.js';
import { Random } from '../../src/engine/random.js';
import { arcEager } from '../../src/transition/arcEager.js';
import { arcHybrid } from '../../src/transition/arcHybrid.js';
import { arcStandard } from '../../src/transition/arcStandard.js';
import { Configuration } from '../../src/transition/configuration.js';
import type { OracleSystem } from '../../src/transition/system.js';
import { plainArcStandardMarginals } from './reference/arcStandardMarginals.js';
import {
  type PlainMarginals,
  type PlainOptions,
  plainArcEagerMarginals,
  plainArcHybridMarginals,
  plainProjectiveMarginals,
} from './reference/spanMarginals.js';
import { allProjectiveTrees, allTrees, rootCount } from './trees.js';

export type Tables = Record<string, Float32Array>;

export interface Model {
  readonly name: string;
  readonly tables: readonly string[];
  readonly system?: OracleSystem;
  readonly rules?: DeductionSystem;
  decode(n: number, tables: Tables, options: DecodeOptions): Tree | Parse;
  marginals(n: number, tables: Tables, options: DecodeOptions): Marginals;
  /** The same in double precision, where `marginals` is a kernel. */
  plainMarginals?(n: number, tables: Tables, options: PlainOptions): PlainMarginals;
  kBest?(n: number, tables: Tables, options: DecodeOptions): Trees;
}

const engine = createEngine();

export const arcHybridModel: Model = {
  name: 'arc-hybrid',
  tables: ['shift', 'reduceLeft', 'reduceRight'],
  system: arcHybrid,
  rules: arcHybridRules,
  decode: (n, tables, options) => decodeArcHybrid(engine, n, tables, options),
  marginals: (n, tables, options) => arcHybridMarginals(engine, n, tables, options),
  plainMarginals: plainArcHybridMarginals,
  kBest: (n, tables, options) => kBestArcHybrid(engine, n, tables, options),
};

export const arcEagerModel: Model = {
  name: 'arc-eager',
  tables: ['shift', 'reduceLeft', 'rightArc', 'reduce'],
  system: arcEager,
  rules: arcEagerRules,
  decode: (n, tables, options) => decodeArcEager(engine, n, tables, options),
  marginals: (n, tables, options) => arcEagerMarginals(engine, n, tables, options),
  plainMarginals: plainArcEagerMarginals,
  kBest: (n, tables, options) => kBestArcEager(engine, n, tables, options),
};

export const arcStandardModel: Model = {
  name: 'arc-standard',
  tables: ['shift', 'reduceLeft', 'reduceRight', 'attachLeft', 'attachRight'],
  system: arcStandard,
  rules: arcStandardRules,
  decode: (n, tables, options) => decodeArcStandard(engine, n, tables, options),
  marginals: (n, tables, options) => arcStandardMarginals(engine, n, tables, options),
  plainMarginals: plainArcStandardMarginals,
  kBest: (n, tables, options) => kBestArcStandard(engine, n, tables, options),
};

export const projectiveModel: Model = {
  name: 'edge-factored, projective',
  tables: ['edges'],
  rules: edgeFactoredRules,
  decode: (n, { edges }, options) => decodeProjective(engine, n, edges, options),
  marginals: (n, { edges }, options) => projectiveMarginals(engine, n, edges, options),
  plainMarginals: plainProjectiveMarginals,
  kBest: (n, { edges }, options) => kBestProjective(engine, n, edges, options),
};

export const spanningTreeModel: Model = {
  name: 'edge-factored, spanning-tree',
  tables: ['edges'],
  decode: (n, { edges }, options) => decodeSpanningTree(n, edges, options),
  marginals: (n, { edges }, options) => spanningTreeMarginals(n, edges, options),
};

export const projectiveModels = [arcHybridModel, arcEagerModel, arcStandardModel, projectiveModel];
export const models = [...projectiveModels, spanningTreeModel];

/** Random scores for a model, and an arc matrix; what lies outside a table's upper triangle is NaN, never to be read. */
export function randomScores(model: Model, n: number, seed: number): { tables: Tables; arcs: Float32Array } {
  const random = new Random(seed);
  const square = (size: number, meaning: (i: number, j: number) => boolean) =>
    Float32Array.from({ length: size * size }, (_, at) =>
      meaning(Math.floor(at / size), at % size) ? 2 * random.normal() : NaN,
    );
  const isArc = (h: number, m: number) => m > 0 && h !== m;
  const tables = model.tables.map((name) => [
    name,
    name === 'edges' ? square(n + 1, isArc) : square(n + 2, (i, j) => i < j && i <= n),
  ]);
  return { tables: Object.fromEntries(tables), arcs: square(n + 1, isArc) };
}

export interface Candidate {
  readonly heads: Int32Array;
  readonly score: number;
  readonly transitions: readonly number[];
}

/** The sum of the arcs' scores. */
export function scoreOfArcs(heads: Int32Array, arcs: Float32Array | undefined): number {
  if (arcs === undefined) return 0;
  return heads.reduce((sum, head, m) => (m > 0 ? sum + arcs[head * heads.length + m] : 0), 0);
}

/** What a transition scores in a configuration. */
export function scoreOfTransition(
  system: OracleSystem,
  { n, s1, s0, b0 }: Configuration,
  transition: number,
  tables: Tables,
): number {
  const name = system.transitions[transition];
  const pair = tables[name.replace('reduce', 'attach')];
  const attach =
    name !== 'shift' && name !== 'reduce' && pair !== tables[name] ? pair?.[s1 * (n + 2) + s0] : 0;
  return tables[name][s0 * (n + 2) + b0] + (attach ?? 0);
}

/** The score of a whole sequence, arcs included. */
export function scoreOfSequence(
  system: OracleSystem,
  n: number,
  transitions: ArrayLike<number>,
  tables: Tables,
  arcs: Float32Array | undefined,
): number {
  const configuration = new Configuration(n);
  let score = 0;
  for (const transition of Array.from(transitions)) {
    score += scoreOfTransition(system, configuration, transition, tables);
    system.apply(configuration, transition);
  }
  return score + scoreOfArcs(configuration.heads, arcs);
}

/** Every tree that a model can give, by brute force; of a transition system every sequence. */
export function candidates(model: Model, n: number, tables: Tables, options: DecodeOptions): Candidate[] {
  const arcs = options.arcs as Float32Array | undefined;
  const list: Candidate[] = [];
  const { system } = model;
  if (system === undefined) {
    for (const heads of model === spanningTreeModel ? allTrees(n) : allProjectiveTrees(n)) {
      list.push({
        heads,
        score: scoreOfArcs(heads, tables.edges) + scoreOfArcs(heads, arcs),
        transitions: [],
      });
    }
  } else {
    const configuration = new Configuration(n);
    const visit = (score: number): void => {
      if (configuration.isTerminal) {
        const heads = configuration.heads.slice();
        const transitions = [...configuration.history.slice(0, configuration.steps)];
        list.push({ heads, score: score + scoreOfArcs(heads, arcs), transitions });
      }
      for (let transition = 0; transition < system.transitions.length; transition++) {
        if (!system.isLegal(configuration, transition)) continue;
        const step = scoreOfTransition(system, configuration, transition, tables);
        system.apply(configuration, transition);
        visit(score + step);
        system.undo(configuration);
      }
    };
    visit(0);
  }
  return options.singleRoot ? list.filter(({ heads }) => rootCount(heads) === 1) : list;
}

/** The candidates of which every tree has one: in a transition system those without its forbidden pair. */
export function canonicalCandidates(
  model: Model,
  n: number,
  tables: Tables,
  options: DecodeOptions,
): Candidate[] {
  const list = candidates(model, n, tables, options);
  if (model.system === undefined) return list;
  const [first, second] = model.system.forbiddenPair;
  return list.filter(({ transitions }) =>
    transitions.every((transition, at) => transition !== second || transitions[at - 1] !== first),
  );
}
