// A model as a file, and back.
import type { Engine } from '../engine/engine.js';
import { type ModelTensor, matchTensors, readModel, writeModel } from '../modelfile/modelFile.js';
import { isRecord, ModelFileError, type WeightType } from '../modelfile/safetensors.js';
import { Parser } from '../parser/parser.js';
import { type Description, descriptionOf, type Model, modelOf } from './kinds.js';

/** What a model's file says about it to people. */
export type Card = Record<string, unknown>;

export interface Saved<M> {
  readonly model: M;
  readonly card: Card;
}

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

/** The model of a file, ready for work; a name tells the models of one engine apart. */
export function loadModel(engine: Engine, bytes: Uint8Array, name?: string): Saved<Model> {
  const { metadata, tensors } = readModel(bytes);
  return { model: filledModel(engine, metadata, tensors, name), card: cardOf(metadata) };
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

/** The parser of a file. */
export function loadParser(engine: Engine, bytes: Uint8Array, name?: string): Saved<Parser> {
  const { model, card } = loadModel(engine, bytes, name);
  if (!(model instanceof Parser)) throw new ModelFileError(`The file holds no parser but a ${model.kind}.`);
  return { model, card };
}
