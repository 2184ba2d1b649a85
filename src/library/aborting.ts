// Streams that an AbortSignal can end.
import { quoted } from '../conllu/quotation.js';
import { OptionsError } from '../pipeline/options.js';

/** Rejects an option `signal` that is none. Not by instanceof, since the signal may come from another realm. */
export function checkSignal(signal: unknown): void {
  if (signal === undefined) return;
  const isSignal = typeof signal === 'object' && signal !== null && 'throwIfAborted' in signal;
  if (!isSignal) throw new OptionsError(`The option signal is an AbortSignal, not ${quoted(signal)}.`);
}

/** Yields items until the signal aborts; then fails with its reason and requests no more items. */
export async function* untilAborted<Item>(
  items: AsyncIterable<Item>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Item> {
  if (!signal) {
    yield* items;
    return;
  }
  signal.throwIfAborted();
  const iterator = items[Symbol.asyncIterator]();
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop);
  });
  // The abort may come while nothing awaits the promise.
  aborted.catch(() => {});
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = await Promise.race([iterator.next(), aborted]);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    const ended = iterator.return?.();
    // The pending item may never arrive, so do not wait.
    if (signal.aborted) ended?.catch(() => {});
    else await ended;
  }
}
