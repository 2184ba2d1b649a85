// Maps transitions of exact models to table entries: which entries a transition uses, and so which a sequence uses.
import { arrayOf, type DecodeOptions, type Parse } from '../decode/decoding.js';
import type { Engine } from '../engine/engine.js';
import { Configuration } from '../transition/configuration.js';
import type { Preference, TransitionSystem } from '../transition/system.js';
import type { Entries, Explanation, ScoreTables, TableGroup, TableModel } from './structuredModel.js';
import type { Slot } from './treeSettings.js';

/** Tables [n+2, n+2] over two positions of a configuration. */
export interface TransitionGroup extends TableGroup {
  readonly sees: readonly [Slot, Slot];
  /** The transition that each table scores. */
  readonly transitions: readonly number[];
}

/** What distinguishes one exact transition-based model from another; what is optional needs one derivation per tree. */
export interface TransitionTables extends Pick<TableModel, 'marginals' | 'kBest'> {
  readonly system: TransitionSystem;
  readonly groups: readonly TransitionGroup[];
  decode(engine: Engine, n: number, tables: ScoreTables, options: DecodeOptions): Parse;
  /** The sequence that builds a gold tree. */
  goldSequence(heads: Int32Array, prefer: Preference): Uint8Array;
  readonly explanation?: Omit<Explanation, 'scoreTransitions'>;
}

export function tableModelOf(model: TransitionTables): TableModel {
  const { groups, decode, goldSequence, marginals, kBest, explanation } = model;
  return {
    groups,
    decode(engine, n, tables, options) {
      const parse = decode(engine, n, tables, options);
      const { score, heads } = parse;
      return {
        score,
        heads,
        get transitions() {
          return parse.transitions;
        },
        entries: () => entriesOf(model, n, parse.transitions),
      };
    },
    goldEntries: (heads, prefer) => entriesOf(model, heads.length - 1, goldSequence(heads, prefer)),
    marginals,
    kBest,
    explanation: explanation && {
      ...explanation,
      scoreTransitions(tables, configuration, out) {
        out.fill(0);
        for (const { names, sees, transitions } of groups) {
          // The place of an illegal transition may be outside the tables.
          const place = placeIn(configuration, sees);
          for (const [at, name] of names.entries()) {
            if (tables[name]) out[transitions[at]] += arrayOf(tables[name])[place] ?? 0;
          }
        }
      },
    },
  };
}

/** The table entries that a transition sequence uses. */
function entriesOf({ system, groups }: TransitionTables, n: number, sequence: Uint8Array): Entries {
  const entries = groups.map(() => new Int32Array(sequence.length));
  const counts = groups.map(() => 0);
  const configuration = new Configuration(n);
  for (const transition of sequence) {
    // Without iterators, which training would leave behind as garbage by the thousand.
    for (let g = 0; g < groups.length; g++) {
      const { sees, transitions } = groups[g];
      const table = transitions.indexOf(transition);
      if (table >= 0) entries[g][counts[g]++] = table * (n + 2) ** 2 + placeIn(configuration, sees);
    }
    system.apply(configuration, transition);
  }
  return entries.map((list, g) => list.subarray(0, counts[g]));
}

function placeIn(configuration: Configuration, sees: TransitionGroup['sees']): number {
  return configuration[sees[0]] * (configuration.n + 2) + configuration[sees[1]];
}
