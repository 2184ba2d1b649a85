// Answers that are sent while they are made: at no time is there more of one than two pieces.
import type { Exchange } from './exchange.js';
import { turns } from './turns.js';

/** Characters that are sent at once. */
const CHUNK = 1 << 16;

/**
 * The body of an answer: text if it is short, which then can still be refused with a status; else a stream, which waits
 * for its reader. Whatever fails after its beginning cuts the connection.
 */
export async function bodyOf(
  parts: AsyncIterable<string>,
  exchange: Exchange,
): Promise<string | ReadableStream<Uint8Array>> {
  const chunks = chunksOf(parts, exchange.signal);
  const first = await chunks.next();
  if (first.done) return '';
  const second = await chunks.next();
  if (second.done) return first.value;
  const begun = [first.value, second.value];
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          exchange.taken();
          const next = begun.length > 0 ? { value: begun.splice(0, 1)[0] } : await chunks.next();
          if (next.value === undefined) {
            controller.close();
            return;
          }
          controller.enqueue(encoder.encode(next.value));
          exchange.sent();
        } catch (error) {
          exchange.breakOff(error instanceof Error ? error : new Error(String(error)));
        }
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

async function* chunksOf(
  parts: AsyncIterable<string>,
  signal: AbortSignal,
): AsyncGenerator<string, undefined> {
  let chunk = '';
  for await (const part of parts) {
    chunk += part;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
    await turns.next();
    signal.throwIfAborted();
  }
  if (chunk !== '') yield chunk;
}
