// Streams that an AbortSignal can end.

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
