// What the two edge-factored models share: a score for every arc, and training by margin, by likelihood or by a softmax
// over each word's heads.
import type { DecodeOptions, Tree } from '../decode/decoding.js';
import type { Engine } from '../engine/engine.js';
import { ArcTables } from './arcTables.js';
import type { Entries, ScoreTables, StructuredModel, TableModel } from './structuredModel.js';
import { TableScorer } from './tableScorer.js';
import { headSoftmax, likelihood, margin } from './treeLosses.js';

type EdgeModel = Required<Pick<StructuredModel, 'tree' | 'trees' | 'power' | 'longest'>> &
  Pick<TableModel, 'marginals' | 'kBest'> & {
    decode(engine: Engine, n: number, tables: ScoreTables, options: DecodeOptions): Tree;
  };

export function edgeModel({ decode, marginals, kBest, ...model }: EdgeModel): StructuredModel {
  const tables: TableModel = {
    groups: [{ names: ['arcs'], sees: ['head', 'modifier'] }],
    decode(engine, n, given, options) {
      const found = decode(engine, n, given, options);
      return { ...found, entries: () => arcsOf(found.heads) };
    },
    goldEntries: arcsOf,
    marginals,
    kBest,
  };
  return {
    name: `edge-factored, ${model.tree}`,
    system: 'edge-factored',
    trainings: ['global', 'crf', 'softmax'],
    ...model,
    tables,
    scorer(parameters, settings, inputs) {
      const layer = new ArcTables(parameters, settings, inputs);
      const losses = { global: margin, crf: likelihood, softmax: headSoftmax };
      return new TableScorer(parameters.engine, settings, tables, layer, losses);
    },
  };
}

/** The entries of a tree's arcs in the one table [n+1, n+1]. */
function arcsOf(heads: Int32Array): Entries {
  return [heads.map((head, modifier) => head * heads.length + modifier).subarray(1)];
}
