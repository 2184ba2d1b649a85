// A trained model to go on from: training that adapts it to another treebank starts with its vocabulary and its weights.
import { listed } from '../conllu/quotation.js';
import type { Engine } from '../engine/engine.js';
import { flattened, type Schema, SettingsError } from '../learner/settings.js';
import { trainingSettings } from '../learner/trainingSettings.js';
import { type ModelTensor, matchTensors } from '../modelfile/modelFile.js';
import { ModelFileError } from '../modelfile/safetensors.js';
import { readParts } from '../models/bundle.js';
import { type Description, type Model, modelOf } from '../models/kinds.js';

/** What is set, or found, for each training anew. */
const ofTraining = new Set([...Object.keys(trainingSettings), 'select', 'temperature']);

export interface Start {
  /** Its settings, flat, without those of its training. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly description: Partial<Description>;
  readonly tensors: ReadonlyMap<string, ModelTensor>;
}

/** The model of a kind in a model file, which may have others. */
export function readStart(bytes: Uint8Array, kind: string, schema: Schema): Start {
  const { parts } = readParts(bytes);
  const [part, ...others] = parts.filter(({ description }) => description.kind === kind);
  if (!part) {
    const kinds = parts.map(({ description }) => String(description.kind));
    throw new ModelFileError(`The model to start from is no ${kind}: its file has ${listed(kinds)}.`);
  }
  if (others.length > 0)
    throw new ModelFileError(`The file of the model to start from has several of kind ${kind}.`);
  const { description, tensors } = part;
  const own = Object.entries(flattened(schema, description.settings)).filter(
    ([name]) => !ofTraining.has(name),
  );
  return { settings: Object.fromEntries(own), description, tensors };
}

/** The model with its weights, ready for training with these settings. */
export async function startedModel(
  engine: Engine,
  { description, tensors }: Start,
  settings: unknown,
): Promise<Model> {
  try {
    return await modelOf(
      engine,
      { ...description, settings },
      { saved: (declared) => matchTensors(declared, tensors) },
    );
  } catch (error) {
    if (!(error instanceof ModelFileError)) throw error;
    throw new SettingsError(`The model to start from does not fit these settings: ${error.message}`);
  }
}
