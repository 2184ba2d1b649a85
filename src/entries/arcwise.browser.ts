// arcwise for browsers, in pages and workers: everything except files and threads.
import { createEngine } from '../engine/engine.js';
import { checkLoadOptions, checkLocation, fetchBytes, type LoadOptions } from '../library/modelBytes.js';
import { TextParser } from '../library/textParser.js';
import { loadModels, partsOf } from '../models/bundle.js';
import { Pipeline } from '../pipeline/pipeline.js';

export * from './anywhere.js';

/** The address or the bytes of a model. */
export type ModelLocation = string | URL | Uint8Array | ArrayBuffer;

/** Loads a model, by default the English one of the package. */
export async function load(model?: ModelLocation, options: LoadOptions = {}): Promise<TextParser> {
  // Bundlers recognize this form and include the file.
  const location = model === undefined ? new URL('../../models/en/english.arcwise', import.meta.url) : model;
  checkLocation(location);
  checkLoadOptions(options);
  options.signal?.throwIfAborted();
  const bytes =
    location instanceof ArrayBuffer
      ? new Uint8Array(location)
      : location instanceof Uint8Array
        ? location
        : await fetchBytes(location, options);
  const { models, card } = loadModels(createEngine(), bytes);
  return new TextParser(new Pipeline(partsOf(models)), card);
}
