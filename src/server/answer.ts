// Streams answers while they are produced, holding at most two chunks of each in memory.
import type { Exchange } from './exchange.js';
import type { Stop } from './stop.js';
import { turns } from './turns.js';

/** Characters per chunk. */
const CHUNK = 1 << 16;

/**
 * The body of an answer: a string if it is short, so that an error can still set the status; otherwise a stream that
 * waits for its reader. An error after the stream has started cuts the connection.
 */
export async function bodyOf(
  parts: string | AsyncIterable<string>,
  exchange: Exchange,
): Promise<string | ReadableStream<Uint8Array>> {
  if (typeof parts === 'string') return parts;
  const chunks = chunksOf(parts, exchange.stop);
  const first = await chunks.next();
  if (first.done) return '';
  const second = await chunks.next();
  if (second.done) return first.value;
  const started = [first.value, second.value];
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          exchange.taken();
          const next = started.length > 0 ? { value: started.splice(0, 1)[0] } : await chunks.next();
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

async function* chunksOf(parts: AsyncIterable<string>, stop: Stop): AsyncGenerator<string, undefined> {
  let chunk = '';
  for await (const part of parts) {
    chunk += part;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
    await turns.next();
    stop.check();
  }
  if (chunk !== '') yield chunk;
}
