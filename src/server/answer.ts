// Answers: sent whole if they are short, or else while they are produced, holding at most two chunks of each in memory.
import type { ServerResponse } from 'node:http';
import type { Exchange } from './exchange.js';
import type { Stop } from './stop.js';
import { turns } from './turns.js';

/** A body that is sent in pieces. */
export type Pieces = AsyncIterable<string | Uint8Array> | Iterable<Uint8Array>;

export interface Answer {
  /** 200 by default. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Pieces;
}

/** Characters per chunk. */
const CHUNK = 1 << 16;

/**
 * The body of an answer: a string if it is short, so that an error can still set the status; otherwise a stream that
 * waits for its reader. An error after the stream has started cuts the connection.
 */
export function bodyOf(
  parts: string | AsyncIterable<string>,
  exchange: Exchange,
): string | Promise<string | Pieces> {
  return typeof parts === 'string' ? parts : streamed(chunksOf(parts, exchange.stop));
}

async function streamed(chunks: AsyncGenerator<string, undefined>): Promise<string | Pieces> {
  const first = await chunks.next();
  if (first.done) return '';
  const second = await chunks.next();
  if (second.done) return first.value;
  return (async function* () {
    try {
      yield first.value;
      yield second.value;
      yield* chunks;
    } finally {
      // A reader who leaves early ends the work.
      await chunks.return(undefined);
    }
  })();
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

/** Sends an answer, unless the client is gone. `common` are more headers: names and values in turn. */
export function sendAnswer(
  outgoing: ServerResponse,
  { status = 200, headers = {}, body }: Answer,
  common: readonly string[],
  exchange: Exchange,
): void {
  if (outgoing.destroyed) return;
  // As one list, which Node takes as it is.
  const all = [...common];
  for (const name in headers) all.push(name, headers[name]);
  const length = typeof body === 'string' ? Buffer.byteLength(body) : 0;
  if (typeof body === 'string') all.push('Content-Length', String(length));
  outgoing.writeHead(status, all);
  if (body === undefined) {
    outgoing.end();
  } else if (typeof body === 'string') {
    // Node writes Latin-1 faster, and ASCII is the same in both.
    outgoing.end(body, length === body.length ? 'latin1' : 'utf8');
  } else if (outgoing.req.method === 'HEAD') {
    outgoing.end();
  } else {
    void sendPieces(outgoing, body, exchange);
  }
}

async function sendPieces(outgoing: ServerResponse, pieces: Pieces, exchange: Exchange): Promise<void> {
  try {
    for await (const piece of pieces) {
      if (!outgoing.write(piece)) {
        exchange.sent();
        await taken(outgoing);
        exchange.taken();
      }
      if (outgoing.destroyed) return;
    }
    outgoing.end();
  } catch (error) {
    exchange.breakOff(error instanceof Error ? error : new Error(String(error)));
  }
}

/** Waits until the client has taken what was written, or is gone. */
function taken(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      outgoing.off('drain', settle).off('close', settle);
      resolve();
    };
    outgoing.on('drain', settle).on('close', settle);
  });
}
