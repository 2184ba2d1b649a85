// A structured model, described once: its score tables and what each sees, how trees are found in them, which entries a
// derivation uses, its class of trees, how its cost grows, the transitions it takes. Parsers, ensembles, training data,
// limits and the explorer ask this description, and never for a name. docs/structured-models.md says how to add one.

import type { DecodeOptions, Scores, Tree } from '../decode/decoding.js';
import type { Trees } from '../decode/kBestParses.js';
import type { Marginals } from '../decode/marginals.js';
import type { DeductionSystem } from '../deduction/rule.js';
import type { Engine } from '../engine/engine.js';
import type { Parameters } from '../nn/parameters.js';
import type { Configuration } from '../transition/configuration.js';
import type { OracleSystem, Preference, TransitionSystem } from '../transition/system.js';
import type { TreeClass } from '../tree/treeClass.js';
import type { TreeSettings } from './parserSettings.js';
import type { Scorer } from './scorer.js';

export interface StructuredModel {
  /** Models of one name have the same tables, so that these can be averaged. */
  readonly name: string;
  /** The values of the settings `system`, `training` and, where several models share these, `tree` that mean it. */
  readonly system: TreeSettings['system'];
  readonly trainings: readonly TreeSettings['training'][];
  readonly tree?: TreeSettings['tree'];
  readonly trees: TreeClass;
  /** The time of decoding grows with this power of the length. */
  readonly power: number;
  /** The longest sentence, in words, that is decoded exactly by default. */
  readonly longest: number;
  /** The transitions that it takes one by one, or that its tables score. */
  readonly transitions?: TransitionSystem;
  /** Absent in a greedy model, which scores configurations as it comes to them. */
  readonly tables?: TableModel;
  /** The network between the encoder's output, of `inputs` columns, and the scores. */
  scorer(parameters: Parameters, settings: TreeSettings, inputs: number): Scorer;
}

/** Tables of scores by name. */
export type ScoreTables = Readonly<Record<string, Scores>>;

/** A model whose scores are tables, and how trees are found in them. */
export interface TableModel {
  readonly groups: readonly TableGroup[];
  /** The best derivation. */
  decode(engine: Engine, n: number, tables: ScoreTables, options: DecodeOptions): TableDerivation;
  /** The entries that the derivation of a gold tree uses: of several derivations the canonical one, which reduces early. */
  goldEntries(heads: Int32Array, prefer: Preference): Entries;
  /** Sums over all trees, each by its canonical derivation; absent where no algorithm has them. */
  marginals?(
    engine: Engine,
    n: number,
    tables: ScoreTables,
    options: DecodeOptions,
  ): Marginals<ExpectedEntries>;
  /** The trees from the best on, each by its canonical derivation; absent where no algorithm has them. */
  kBest?(engine: Engine, n: number, tables: ScoreTables, options: DecodeOptions): Trees;
  readonly explanation?: Explanation;
}

/** Tables that are computed together, because they see the same positions. */
export interface TableGroup {
  readonly names: readonly string[];
  /** What each index of a table is the position of: s0 and b0, or head and modifier. */
  readonly sees: readonly string[];
}

/** Entries of each group's tables, as places in these tables laid end to end. */
export type Entries = readonly Int32Array[];

/** How often each entry of each table is used, on average over all trees. */
export type ExpectedEntries = Readonly<Record<string, Float32Array>>;

/** A tree that was found in tables. */
export interface TableDerivation extends Tree {
  /** The sequence that builds it, in a model that takes transitions. */
  readonly transitions?: Uint8Array;
  /** The entries whose scores add up to its score. */
  entries(): Entries;
}

/** What the explorer needs to show how an exact transition-based model comes to its tree. */
export interface Explanation {
  /** Its transitions, with the oracle that reduces as early as it can. */
  readonly system: OracleSystem;
  readonly rules: DeductionSystem;
  /** Writes what each transition scores in a configuration, as `decode` pays for it; absent tables are zero. */
  scoreTransitions(tables: ScoreTables, configuration: Configuration, out: Float32Array): void;
  /** The transition after which s0 gets no more dependents, and whether it makes the arc to s0. */
  readonly completion: { readonly transition: string; readonly makesArc: boolean };
}
