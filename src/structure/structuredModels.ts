// The list of structured models. A new model is a file of its own and a line here.
import { arcEager } from '../transition/arcEager.js';
import { arcHybrid } from '../transition/arcHybrid.js';
import { arcStandard } from '../transition/arcStandard.js';
import { arcEagerModel } from './arcEagerModel.js';
import { arcHybridModel } from './arcHybridModel.js';
import { arcStandardModel } from './arcStandardModel.js';
import { greedyModel } from './greedyScorer.js';
import { projectiveModel } from './projectiveModel.js';
import { spanningTreeModel } from './spanningTreeModel.js';
import type { StructuredModel } from './structuredModel.js';
import type { TreeSettings } from './treeSettings.js';

export const structuredModels: readonly StructuredModel[] = [
  arcStandardModel,
  arcHybridModel,
  arcEagerModel,
  greedyModel(arcStandard),
  greedyModel(arcHybrid),
  greedyModel(arcEager),
  projectiveModel,
  spanningTreeModel,
];

/** The values of the setting `system`. */
export const systems: readonly string[] = [...new Set(structuredModels.map(({ system }) => system))];

/** The values of the setting `tree`. */
export const trees: readonly string[] = [...new Set(structuredModels.flatMap(({ tree }) => tree ?? []))];

/** The model that the settings select, if there is one. */
export function findStructuredModel({
  system,
  training,
  tree,
}: Pick<TreeSettings, 'system' | 'training' | 'tree'>): StructuredModel | undefined {
  return structuredModels.find(
    (model) =>
      model.system === system &&
      model.trainings.includes(training) &&
      (model.tree === undefined || model.tree === tree),
  );
}

/** The model that a parser's settings select; throws if there is none. */
export function structuredModelOf(
  settings: Pick<TreeSettings, 'system' | 'training' | 'tree'>,
): StructuredModel {
  const model = findStructuredModel(settings);
  if (!model) throw new Error(`No ${settings.system} model is trained by "${settings.training}".`);
  return model;
}
