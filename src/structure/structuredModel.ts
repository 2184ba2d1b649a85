// The single description of a structured model: its score tables and what each sees, how to find trees in them, which
// entries a derivation uses, its class of trees, how its cost grows, and its transitions. Parsers, ensembles, training
// data, limits and the explorer use this description, never a model's name. To add one, see docs/structured-models.md.

import type { DecodeOptions, Scores, Tree } from '../decode/decoding.js';
import type { Trees } from '../decode/kBestParses.js';
import type { Marginals } from '../decode/marginals.js';
import type { DeductionSystem } from '../deduction/rule.js';
import type { Engine } from '../engine/engine.js';
import type { Parameters } from '../nn/parameters.js';
import type { Configuration } from '../transition/configuration.js';
import type { OracleSystem, Preference, TransitionSystem } from '../transition/system.js';
import type { TreeClass } from '../tree/treeClass.js';
import type { Scorer } from './scorer.js';
import type { TreeSettings } from './treeSettings.js';

export interface StructuredModel {
  /** Models with the same name have the same tables, so their tables can be averaged. */
  readonly name: string;
  /** The values of `system`, `training` and, if several models share these, `tree` that select this model. */
  readonly system: TreeSettings['system'];
  readonly trainings: readonly TreeSettings['training'][];
  readonly tree?: TreeSettings['tree'];
  readonly trees: TreeClass;
  /** Decoding time grows with this power of the length. */
  readonly power: number;
  /** The longest sentence, in words, that is decoded exactly by default. */
  readonly longest: number;
  /** The transitions that it takes one at a time, or that its tables score. */
  readonly transitions?: TransitionSystem;
  /** Absent in a greedy model, which scores configurations as it reaches them. */
  readonly tables?: TableModel;
  /** Creates the network between the encoder's output, which has `inputs` columns, and the scores. */
  scorer(parameters: Parameters, settings: TreeSettings, inputs: number): Scorer;
}

/** Tables of scores by name. */
export type ScoreTables = Readonly<Record<string, Scores>>;

/** A model whose scores are tables, and how to find trees in them. */
export interface TableModel {
  readonly groups: readonly TableGroup[];
  /** The best derivation. */
  decode(engine: Engine, n: number, tables: ScoreTables, options: DecodeOptions): TableDerivation;
  /** The entries that a gold tree's derivation uses; `prefer` selects one of several, 'reduce' the canonical one. */
  goldEntries(heads: Int32Array, prefer: Preference): Entries;
  /** Sums over all trees, each by its canonical derivation; absent if there is no algorithm for them. */
  marginals?(
    engine: Engine,
    n: number,
    tables: ScoreTables,
    options: DecodeOptions,
  ): Marginals<ExpectedEntries>;
  /** The trees, best first, each by its canonical derivation; absent if there is no algorithm for them. */
  kBest?(engine: Engine, n: number, tables: ScoreTables, options: DecodeOptions): Trees;
  readonly explanation?: Explanation;
}

/** Tables that are computed together because they see the same positions. */
export interface TableGroup {
  readonly names: readonly string[];
  /** What the indices of a table are the positions of: s0 and b0, or head and modifier. */
  readonly sees: readonly string[];
}

/** Entries of each group's tables, as indices into the concatenated tables. */
export type Entries = readonly Int32Array[];

/** How often each entry of each table is used, on average over all trees. */
export type ExpectedEntries = Readonly<Record<string, Float32Array>>;

/** A tree decoded from tables. */
export interface TableDerivation extends Tree {
  /** The sequence that builds it; transition-based models only. */
  readonly transitions?: Uint8Array;
  /** The entries whose scores add up to its score. */
  entries(): Entries;
}

/** What the explorer needs to show how an exact transition-based model finds its tree. */
export interface Explanation {
  /** Its transitions, with the oracle that reduces as early as possible. */
  readonly system: OracleSystem;
  readonly rules: DeductionSystem;
  /** Writes the score of each transition in a configuration, as `decode` counts it; absent tables are zero. */
  scoreTransitions(tables: ScoreTables, configuration: Configuration, out: Float32Array): void;
  /** The transition after which s0 gets no more dependents, and whether it makes the arc to s0. */
  readonly completion: { readonly transition: string; readonly makesArc: boolean };
}
