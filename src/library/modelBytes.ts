// The bytes of a model as they come in, with progress, until they are all there or no longer wanted.
import { quoted } from '../conllu/quotation.js';
import { OptionsError } from '../pipeline/options.js';

/** How much of a model has come. */
export interface Progress {
  /** In bytes. */
  readonly loaded: number;
  /** Absent where nobody knows. */
  readonly total?: number;
}

/** How a model is loaded. */
export interface LoadOptions {
  /** Called for each piece of the model that comes. */
  readonly onProgress?: (progress: Progress) => void;
  /** Ends loading, which then fails with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Refuses options that are unknown. */
export function checkLoadOptions(options: object, ...more: string[]): void {
  const known = ['onProgress', 'signal', ...more];
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new OptionsError(`There is no option ${quoted(unknown)} of load; there are ${known.join(', ')}.`);
}

/** All bytes of a stream; `total`, if it is known, is what they will be together. */
export async function collectBytes(
  chunks: AsyncIterable<Uint8Array>,
  total: number | undefined,
  { onProgress, signal }: LoadOptions = {},
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let loaded = 0;
  for await (const chunk of chunks) {
    signal?.throwIfAborted();
    parts.push(chunk);
    loaded += chunk.length;
    onProgress?.({ loaded, total });
  }
  signal?.throwIfAborted();
  const bytes = new Uint8Array(loaded);
  let start = 0;
  for (const part of parts) {
    bytes.set(part, start);
    start += part.length;
  }
  return bytes;
}

/** The bytes behind an address; if they break off on the way, they are fetched once more. */
export async function fetchBytes(address: string | URL, options: LoadOptions = {}): Promise<Uint8Array> {
  try {
    return await fetchOnce(address, options);
  } catch (error) {
    options.signal?.throwIfAborted();
    // A server that says no says it again; without an answer, or without all of it, there is hope.
    if (!(error instanceof FetchError) || error.status !== undefined) throw error;
    return fetchOnce(address, options);
  }
}

/** A model that could not be fetched, and why. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  /** Where it was looked for. */
  readonly address: string;
  /** The status of the answer, if there was one. */
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
  // The length of what was compressed on the way is another one.
  const length = headers.has('content-encoding') ? null : headers.get('content-length');
  return collectBytes(chunksOf(body, breakOff), length === null ? undefined : Number(length), options);
}

/** Not all browsers can iterate over a stream. */
async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  breakOff: (cause: unknown) => never,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const read = () => reader.read().catch(breakOff);
  try {
    for (let next = await read(); !next.done; next = await read()) yield next.value;
  } finally {
    // A stream that has broken off fails here again.
    await reader.cancel().catch(() => {});
  }
}

/** Node tells the reason in the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}
