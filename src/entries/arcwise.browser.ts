// arcwise for browsers, in pages and workers: everything except files.
import { quoted } from '../conllu/quotation.js';
import { createEngine } from '../engine/engine.js';
import { checkLoadOptions, checkLocation, fetchBytes, type LoadOptions } from '../library/modelBytes.js';
import { startPageCrew } from '../library/pageCrew.js';
import { TextParser } from '../library/textParser.js';
import { loadModels } from '../models/bundle.js';
import { fileOf, knownModel, packageOf } from '../models/knownModels.js';
import { partsOf } from '../models/parts.js';
import { OptionsError } from '../pipeline/options.js';
import { Pipeline } from '../pipeline/pipeline.js';

export * from './anywhere.js';

/** The name, the address or the bytes of a model. */
export type ModelLocation = string | URL | Uint8Array | ArrayBuffer;

/** How a model is loaded in a browser. */
export interface PageLoadOptions extends LoadOptions {
  /** The address of a folder with the models that are loaded by name: pt is pt/portuguese.arcwise in it. */
  readonly models?: string | URL;
  /**
   * The number of web workers that split, tag and parse; by default everything runs in the calling thread. They share
   * one copy of the model if the page is cross-origin isolated.
   */
  readonly workers?: number;
}

/** Loads a model, by default the English one of the package. */
export async function load(model: ModelLocation = 'en', given: PageLoadOptions = {}): Promise<TextParser> {
  checkLocation(model);
  checkLoadOptions(given, 'models', 'workers');
  const { models: folder, workers, ...options } = given;
  if (workers !== undefined && !(Number.isInteger(workers) && workers >= 1)) {
    throw new OptionsError(`The option workers is a whole number of at least 1, not ${quoted(workers)}.`);
  }
  options.signal?.throwIfAborted();
  const location = typeof model === 'string' ? locationOf(model, folder) : model;
  const bytes =
    location instanceof ArrayBuffer
      ? new Uint8Array(location)
      : location instanceof Uint8Array
        ? location
        : await fetchBytes(location, options);
  if (workers !== undefined) {
    const { pipeline, card, close } = await startPageCrew(bytes, workers);
    return new TextParser(pipeline, card, close);
  }
  const { models, card } = await loadModels(createEngine(), bytes);
  return new TextParser(new Pipeline(partsOf(models)), card);
}

/** The address of a known model, by its name; anything else is an address. */
function locationOf(asked: string, models: string | URL | undefined): string | URL {
  const model = knownModel(asked);
  if (!model) return asked;
  if (models !== undefined) {
    const folder = String(models).replace(/\/?$/, '/');
    return new URL(`${model.code}/${fileOf(model)}`, new URL(folder, globalThis.location?.href));
  }
  // Bundlers recognize this form and include the file.
  if (model.code === 'en') return new URL('../../models/en/english.arcwise', import.meta.url);
  const name = packageOf(model);
  throw new OptionsError(
    `The page has no model ${quoted(asked)} (${model.title}): import its address from ${name} for load, or name the folder of your models with the option models.`,
  );
}
