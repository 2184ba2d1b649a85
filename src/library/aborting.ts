// Streams that end when a signal says so.

/** The items until the signal is aborted; then the stream fails with its reason, and asks for no more items. */
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
  // It may be aborted while nobody waits.
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
    // What it waits for may never come.
    if (signal.aborted) ended?.catch(() => {});
    else await ended;
  }
}
