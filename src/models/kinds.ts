// The kinds of models, and how to rebuild each from its description in a file or from another thread. The code of a kind
// is loaded with its first model, since threads and pages would wait for it.
import { quoted } from '../conllu/quotation.js';
import type { Engine } from '../engine/engine.js';
import type { Joint } from '../joint/joint.js';
import type { ModelOptions } from '../learner/learner.js';
import { SettingsError } from '../learner/settings.js';
import { ModelFileError } from '../modelfile/safetensors.js';
import type { Parser } from '../parser/parser.js';
import type { Splitter } from '../splitter/splitter.js';
import type { Tagger } from '../tagger/tagger.js';

export type Model = Parser | Tagger | Joint | Splitter;

/** A model without its weights, as JSON. */
export interface Description {
  readonly kind: string;
  readonly settings: unknown;
  readonly vocabulary: unknown;
}

/** Builds a model of one kind without weights. */
export type Rebuild = (engine: Engine, description: Description, options?: ModelOptions) => Promise<Model>;

export function descriptionOf({ kind, settings, vocabulary }: Model): Description {
  return { kind, settings, vocabulary: vocabulary.data };
}

const kinds: { readonly [Kind in Model['kind']]: () => Promise<Rebuild> } = {
  parser: async () => (await import('./savedParser.js')).savedParser,
  tagger: async () => (await import('./savedTagger.js')).savedTagger,
  joint: async () => (await import('./savedJoint.js')).savedJoint,
  splitter: async () => (await import('./savedSplitter.js')).savedSplitter,
};

/** Builds a model without weights. */
export async function modelOf(
  engine: Engine,
  description: Partial<Description>,
  options?: ModelOptions,
): Promise<Model> {
  const { kind, settings, vocabulary } = description;
  if (!isKind(kind)) {
    throw new ModelFileError(`The file holds a model of an unknown kind: ${quoted(kind)}.`);
  }
  try {
    const rebuild = await kinds[kind]();
    return await rebuild(engine, { kind, settings, vocabulary }, options);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new ModelFileError(`The model file has invalid settings: ${error.message}`);
  }
}

function isKind(kind: unknown): kind is Model['kind'] {
  return typeof kind === 'string' && Object.hasOwn(kinds, kind);
}
