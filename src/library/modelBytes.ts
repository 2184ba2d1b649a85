// Loads the bytes of a model, with progress and cancellation.
import { quoted } from '../conllu/quotation.js';
import { problemIn } from '../learner/jsonSchema.js';
import { OptionsError } from '../pipeline/options.js';
import { checkSignal } from './aborting.js';

/** How much of a model has arrived. */
export interface Progress {
  /** In bytes. */
  readonly loaded: number;
  /** Absent if unknown. */
  readonly total?: number;
}

/** How a model is loaded. */
export interface LoadOptions {
  /** Called for each chunk that arrives. */
  readonly onProgress?: (progress: Progress) => void;
  /** Cancels loading, which then fails with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Rejects what can be neither a model nor its place: options in the wrong position, for example. */
export function checkLocation(model: unknown): void {
  const isPlace = typeof model === 'string' || model instanceof URL;
  if (isPlace || model instanceof Uint8Array || model instanceof ArrayBuffer) return;
  throw new TypeError(`load takes the name, path, address or bytes of a model, not ${quoted(model)}.`);
}

/** Rejects options that are unknown or have values of the wrong type; the caller checks the values of those named `more`. */
export function checkLoadOptions(options: LoadOptions, ...more: string[]): void {
  const problem = problemIn({ type: 'object' }, options, 'The set of options');
  if (problem !== undefined) throw new OptionsError(problem);
  const known = ['onProgress', 'signal', ...more];
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new OptionsError(`There is no option ${quoted(unknown)} of load; there are ${known.join(', ')}.`);
  }
  const { onProgress, signal } = options;
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw new OptionsError(`The option onProgress is a function, not ${quoted(onProgress)}.`);
  }
  checkSignal(signal);
}

/** No more memory than this is taken before the bytes arrive: a server may announce any number of them. */
const MOST_AHEAD = 1 << 28;

/** All bytes of a stream; `total` is their expected number, if known. */
async function collectBytes(
  chunks: AsyncIterable<Uint8Array>,
  total: number | undefined,
  { onProgress, signal }: LoadOptions = {},
): Promise<Uint8Array> {
  let bytes = new Uint8Array(Math.min(total ?? 0, MOST_AHEAD));
  let loaded = 0;
  for await (const chunk of chunks) {
    signal?.throwIfAborted();
    const end = loaded + chunk.length;
    if (end > bytes.length) {
      const more = new Uint8Array(Math.max(end, 2 * loaded));
      more.set(bytes.subarray(0, loaded));
      bytes = more;
    }
    bytes.set(chunk, loaded);
    loaded = end;
    onProgress?.({ loaded, total });
  }
  signal?.throwIfAborted();
  return bytes.subarray(0, loaded);
}

/** The bytes at an address. Retries once if the connection fails. */
export async function fetchBytes(address: string | URL, options: LoadOptions = {}): Promise<Uint8Array> {
  try {
    return await fetchOnce(address, options);
  } catch (error) {
    options.signal?.throwIfAborted();
    // An error status would only repeat; a missing or incomplete response is worth a retry.
    if (!(error instanceof FetchError) || error.status !== undefined) throw error;
    return fetchOnce(address, options);
  }
}

/** A model that could not be fetched, and why. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  /** The address that was requested. */
  readonly address: string;
  /** The HTTP status, if there was a response. */
  readonly status?: number;

  constructor(address: string | URL, problem: string, { cause, status }: ErrorOptions & { status?: number }) {
    super(`The model ${address} cannot be fetched: ${problem}.`, { cause });
    this.address = String(address);
    if (status !== undefined) this.status = status;
  }
}

async function fetchOnce(address: string | URL, options: LoadOptions): Promise<Uint8Array> {
  const { signal } = options;
  const breakOff = (cause: unknown): never => {
    signal?.throwIfAborted();
    throw new FetchError(address, reasonOf(cause), { cause });
  };
  const response = await fetch(address, { signal }).catch(breakOff);
  if (!response.ok || !response.body) {
    const { status } = response;
    throw new FetchError(address, `the server answers with ${status}`, { status });
  }
  const { headers, body } = response;
  // With a content encoding, content-length is the compressed size.
  const length = headers.has('content-encoding') ? null : headers.get('content-length');
  return collectBytes(chunksOf(body, breakOff), length === null ? undefined : Number(length), options);
}

/** Uses a reader because not all browsers can iterate over a stream. */
async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  breakOff: (cause: unknown) => never,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const read = () => reader.read().catch(breakOff);
  try {
    for (let next = await read(); !next.done; next = await read()) yield next.value;
  } finally {
    // A failed stream fails here again.
    await reader.cancel().catch(() => {});
  }
}

/** Node puts the reason into the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}
