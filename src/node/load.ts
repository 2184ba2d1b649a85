// Loads a model in Node, from the disk, a URL or memory.
import { fileURLToPath } from 'node:url';
import { quoted } from '../conllu/quotation.js';
import { readWhole } from '../files/files.js';
import { checkLoadOptions, checkLocation, fetchBytes, type LoadOptions } from '../library/modelBytes.js';
import { TextParser } from '../library/textParser.js';
import { OptionsError } from '../pipeline/options.js';
import { locateModel, shippedModel } from './modelLookup.js';
import { type PipelineOptions, startPipeline } from './parsing.js';

/** The name of a model, the path of a file, a URL, or the bytes themselves. */
export type ModelLocation = string | URL | Uint8Array | ArrayBuffer;

/**
 * Loads a model by its name, from a file, a URL or bytes; by default the English one of the package. With one thread, the default,
 * everything runs in the calling thread; with more, worker threads do the work.
 */
export async function load(
  model: ModelLocation = shippedModel,
  given: LoadOptions & PipelineOptions = {},
): Promise<TextParser> {
  checkLocation(model);
  checkLoadOptions(given, 'threads', 'blas');
  const { threads, blas, ...options } = given;
  if (threads !== undefined && !(Number.isInteger(threads) && threads >= 1)) {
    throw new OptionsError(`The option threads is a whole number of at least 1, not ${quoted(threads)}.`);
  }
  if (blas !== undefined && typeof blas !== 'string') {
    throw new OptionsError(`The option blas is wasm, openblas or a library file, not ${quoted(blas)}.`);
  }
  options.signal?.throwIfAborted();
  const { bytes, name } = await read(model, options);
  const { pipeline, cards, close } = await startPipeline([{ bytes, name }], { threads, blas });
  return new TextParser(pipeline, cards[0], close);
}

async function read(
  model: ModelLocation,
  options: LoadOptions,
): Promise<{ bytes: Uint8Array; name?: string }> {
  if (model instanceof ArrayBuffer) return { bytes: new Uint8Array(model) };
  if (model instanceof Uint8Array) return { bytes: model };
  const address = String(model);
  if (/^(https?|data):/.test(address)) return { bytes: await fetchBytes(address, options), name: address };
  const path = model instanceof URL ? fileURLToPath(model) : await locateModel(model);
  const bytes = await readWhole(path, (loaded, total) => {
    options.signal?.throwIfAborted();
    options.onProgress?.({ loaded, total });
  });
  options.signal?.throwIfAborted();
  return { bytes, name: path };
}
