// Models in a memory that threads share: what a thread needs to use those of another.
import type { Engine } from '../engine/engine.js';
import type { WeightProducts } from '../engine/weightProducts.js';
import { type Description, descriptionOf, type Model, modelOf } from '../models/kinds.js';
import { type Parts, partsOf } from '../models/parts.js';
import type { SharedValues } from '../nn/parameters.js';
import { Annotator } from '../pipeline/annotator.js';

/** Groups of models; the models of a group work together, and jobs refer to groups by index. */
export interface SharedModels {
  readonly memory: WebAssembly.Memory;
  /** All threads must multiply alike, whatever each would measure. */
  readonly weights: WeightProducts;
  readonly groups: readonly (readonly SharedModel[])[];
}

/** A model whose values are in the memory. */
interface SharedModel {
  readonly description: Description;
  readonly values: SharedValues;
}

/** The models of an engine whose memory is shared. */
export function sharedModelsOf({ memory, weights }: Engine, groups: readonly Parts[]): SharedModels {
  return {
    memory,
    weights,
    groups: groups.map(({ splitter, tagger, parsers }) => {
      const models = new Set([splitter, tagger, ...parsers].filter((model) => model !== undefined));
      return Array.from(models, (model) => ({
        description: descriptionOf(model),
        values: model.parameters.shared,
      }));
    }),
  };
}

/** In another thread, whose engine has that memory: one annotator for each group. */
export async function annotatorsOf(engine: Engine, { groups }: SharedModels): Promise<Annotator[]> {
  const annotators: Annotator[] = [];
  for (const group of groups) {
    const models: Model[] = [];
    for (const { description, values } of group) {
      models.push(await modelOf(engine, description, { ...values, gradients: false }));
    }
    annotators.push(new Annotator(partsOf(models)));
  }
  return annotators;
}
