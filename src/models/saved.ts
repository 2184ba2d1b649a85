// Saves a model to a file, and fills a model with a file's weights.
import type { Engine } from '../engine/engine.js';
import { type ModelTensor, matchTensors, writeModel } from '../modelfile/modelFile.js';
import { isRecord, ModelFileError, type WeightType } from '../modelfile/safetensors.js';
import { type Description, descriptionOf, type Model, modelOf } from './kinds.js';

/** Information about a model for people, stored in its file. */
export type Card = Record<string, unknown>;

/** The file of a model; fewer bits per weight make it smaller, at some loss of accuracy. */
export function saveModel(model: Model, card: Card, type: WeightType = 'F32'): Uint8Array {
  const tensors = new Map(tensorsOf(model, type));
  return writeModel({ metadata: { ...descriptionOf(model), card }, tensors });
}

/** The weights of a model by name, with the type to store each in. */
export function tensorsOf({ parameters }: Model, type: WeightType): [name: string, ModelTensor][] {
  return parameters.all.map((declared) => {
    const { name, shape } = declared;
    // One-dimensional weights, such as biases, are too small to be worth rounding.
    return [name, { shape, data: declared.copy(), type: shape.length > 1 ? type : 'F32' }];
  });
}

/** The card in a file's metadata. */
export function cardOf({ card = {} }: Record<string, unknown>): Card {
  if (!isRecord(card)) throw new ModelFileError('The card of the model file is not a JSON object.');
  return card;
}

/** A card that names the files of the data by folder and name only: where a machine has them concerns nobody else. */
export function withShortNames(card: Card): Card {
  const { data } = card;
  if (!isRecord(data)) return card;
  const short = (value: unknown) =>
    typeof value === 'string' ? value.split(/[/\\]/).slice(-2).join('/') : value;
  return {
    ...card,
    data: Object.fromEntries(Object.entries(data).map(([name, value]) => [name, short(value)])),
  };
}

/** A model with its weights. */
export function filledModel(
  engine: Engine,
  description: Partial<Description>,
  tensors: ReadonlyMap<string, ModelTensor>,
  name?: string,
): Promise<Model> {
  return modelOf(engine, description, {
    gradients: false,
    name,
    saved: (declared) => matchTensors(declared, tensors),
  });
}
