// What the three exact transition-based models share: projective trees, tables over pairs of positions, and training by
// the margin of the gold sequence over all others (as in the paper) or by its likelihood among all trees.
import { staticOracle } from '../transition/oracle.js';
import { projectiveTrees } from '../tree/treeClass.js';
import { PairTables } from './pairTables.js';
import type { Explanation, StructuredModel } from './structuredModel.js';
import { TableScorer } from './tableScorer.js';
import { type TransitionTables, tableModelOf } from './transitionTables.js';
import { likelihood, margin } from './treeLosses.js';

type PairModel = Required<Pick<TransitionTables, 'groups' | 'decode' | 'marginals' | 'kBest'>> &
  Pick<Explanation, 'system' | 'rules' | 'completion'> &
  Pick<StructuredModel, 'power' | 'longest'>;

export function pairModel({ power, longest, rules, completion, ...model }: PairModel): StructuredModel {
  const { system, groups } = model;
  const tables = tableModelOf({
    ...model,
    goldSequence: (heads, prefer) => staticOracle(system, heads, prefer),
    explanation: { system, rules, completion },
  });
  return {
    name: system.name,
    system: system.name,
    trainings: ['global', 'crf'],
    trees: projectiveTrees,
    power,
    longest,
    transitions: system,
    tables,
    scorer(parameters, settings, inputs) {
      const layer = new PairTables(parameters, settings, inputs, groups);
      return new TableScorer(parameters.engine, settings, tables, layer, { global: margin, crf: likelihood });
    },
  };
}
