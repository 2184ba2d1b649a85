// Loads a model in Node, from the package, the disk, an address or memory.
import { fileURLToPath } from 'node:url';
import { quoted } from '../conllu/quotation.js';
import { checkLoadOptions, collectBytes, fetchBytes, type LoadOptions } from '../library/modelBytes.js';
import { TextParser } from '../library/textParser.js';
import { OptionsError } from '../pipeline/options.js';
import { openFile } from './files.js';
import { type PipelineOptions, startPipeline } from './parsing.js';

/** Where the model lies that comes with the package. */
export const shippedModel: string = fileURLToPath(
  new URL('../../models/en/english.arcwise', import.meta.url),
);

/** A file by its path, an address, or the bytes themselves. */
export type ModelLocation = string | URL | Uint8Array | ArrayBuffer;

/**
 * Loads a model: the English one of the package, or that of a file, an address or bytes. With one thread, which is
 * usual, everything is done in the calling one; with more, they do the tagging and parsing.
 */
export async function load(
  model: ModelLocation = shippedModel,
  { threads, blas, ...options }: LoadOptions & PipelineOptions = {},
): Promise<TextParser> {
  checkLoadOptions(options, 'threads', 'blas');
  if (threads !== undefined && !(Number.isInteger(threads) && threads >= 1)) {
    throw new OptionsError(`The option threads is a whole number of at least 1, not ${quoted(threads)}.`);
  }
  options.signal?.throwIfAborted();
  const { bytes, name } = await read(model, options);
  const { pipeline, close } = await startPipeline([{ bytes, name }], { threads, blas });
  return new TextParser(pipeline, close);
}

async function read(
  model: ModelLocation,
  options: LoadOptions,
): Promise<{ bytes: Uint8Array; name?: string }> {
  if (model instanceof ArrayBuffer) return { bytes: new Uint8Array(model) };
  if (model instanceof Uint8Array) return { bytes: model };
  const address = String(model);
  if (/^(https?|data):/.test(address)) return { bytes: await fetchBytes(address, options), name: address };
  const path = model instanceof URL ? fileURLToPath(model) : model;
  const file = await openFile(path);
  return { bytes: await collectBytes(file, file.size, options), name: path };
}
