// What the three exact transition-based models share: projective trees, tables over pairs of positions, and training by
// the margin of the gold sequence over all others (as in the paper) or by its likelihood among all trees.
import { projectiveTrees } from '../tree/treeClass.js';
import { PairTables } from './pairTables.js';
import type { StructuredModel } from './structuredModel.js';
import { TableScorer } from './tableScorer.js';
import { type TransitionTables, tableModelOf } from './transitionTables.js';
import { likelihood, margin } from './treeLosses.js';

export function pairModel({
  power,
  longest,
  ...model
}: TransitionTables & Pick<StructuredModel, 'power' | 'longest'>): StructuredModel {
  const tables = tableModelOf(model);
  return {
    name: model.system.name,
    system: model.system.name,
    trainings: ['global', 'crf'],
    trees: projectiveTrees,
    power,
    longest,
    transitions: model.system,
    tables,
    scorer(parameters, settings, inputs) {
      const layer = new PairTables(parameters, settings, inputs, model.groups);
      return new TableScorer(parameters.engine, settings, tables, layer, { global: margin, crf: likelihood });
    },
  };
}
