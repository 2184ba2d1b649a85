// arcwise for pages and their workers: everything but files and threads.
import { createEngine } from '../engine/engine.js';
import { checkLoadOptions, fetchBytes, type LoadOptions } from '../library/modelBytes.js';
import { TextParser } from '../library/textParser.js';
import { loadModels, partsOf } from '../models/bundle.js';
import { Pipeline } from '../pipeline/pipeline.js';

export * from './anywhere.js';

/** An address, or the bytes themselves. */
export type ModelLocation = string | URL | Uint8Array | ArrayBuffer;

/** Loads a model: the English one of the package, or that of an address or of bytes. */
export async function load(model?: ModelLocation, options: LoadOptions = {}): Promise<TextParser> {
  checkLoadOptions(options);
  options.signal?.throwIfAborted();
  // In this form bundlers see that the file belongs to the page.
  const location = model ?? new URL('../../models/en/english.arcwise', import.meta.url);
  const bytes =
    location instanceof ArrayBuffer
      ? new Uint8Array(location)
      : location instanceof Uint8Array
        ? location
        : await fetchBytes(location, options);
  return new TextParser(new Pipeline(partsOf(loadModels(createEngine(), bytes).models)));
}
