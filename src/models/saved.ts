// A model as a file, and with the weights of one.
import type { Engine } from '../engine/engine.js';
import { type ModelTensor, matchTensors, writeModel } from '../modelfile/modelFile.js';
import { isRecord, ModelFileError, type WeightType } from '../modelfile/safetensors.js';
import { type Description, descriptionOf, type Model, modelOf } from './kinds.js';

/** What a model's file says about it to people. */
export type Card = Record<string, unknown>;

/** The file of a model; fewer bits a weight make it smaller, at some loss. */
export function saveModel(model: Model, card: Card, type: WeightType = 'F32'): Uint8Array {
  const tensors = new Map(tensorsOf(model, type));
  return writeModel({ metadata: { ...descriptionOf(model), card }, tensors });
}

/** The weights of a model by name, each to be stored as the type says. */
export function tensorsOf({ parameters }: Model, type: WeightType): [name: string, ModelTensor][] {
  return parameters.all.map(({ name, shape, value }) => [
    name,
    // Vectors of one row, such as biases, are too few to be worth rounding.
    { shape, data: value.copy(), type: shape.length > 1 ? type : 'F32' },
  ]);
}

/** What the metadata of a file say about it to people. */
export function cardOf({ card = {} }: Record<string, unknown>): Card {
  if (!isRecord(card)) throw new ModelFileError('The card of the model file is not a JSON object.');
  return card;
}

/** A model with its weights. */
export function filledModel(
  engine: Engine,
  description: Partial<Description>,
  tensors: ReadonlyMap<string, ModelTensor>,
  name?: string,
): Model {
  return modelOf(engine, description, {
    gradients: false,
    name,
    saved: (declared) => matchTensors(declared, tensors),
  });
}
