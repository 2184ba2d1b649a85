// Reads request bodies up to a limit, as text or as form fields.
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import type { Exchange } from './exchange.js';
import { Refusal, refusals } from './limits.js';

/** Reads a whole body; refuses it if it is too large, takes too long or does not fit into the room. */
export function readBody(
  incoming: IncomingMessage,
  limit: number,
  { visit, stop }: Exchange,
): Promise<Buffer> {
  if (Number(incoming.headers['content-length']) > limit) throw refusals.body(limit);
  if ((incoming.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new Refusal(415, 'The body is compressed: send it as it is.');
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      try {
        if (length > limit) throw refusals.body(limit);
        visit.hold(chunk.length);
        chunks.push(chunk);
      } catch (refusal) {
        settle(() => reject(refusal));
      }
    };
    const onEnd = () => settle(() => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    const onStop = (reason: Error) => settle(() => reject(reason));
    const onError = () => settle(() => reject(refusals.gone()));
    const settle = (how: () => void) => {
      incoming.off('data', onData).off('end', onEnd).off('error', onError);
      incoming.pause();
      stop.off(onStop);
      how();
    };
    stop.check();
    stop.on(onStop);
    incoming.on('data', onData).on('end', onEnd).on('error', onError);
  });
}

/** Milliseconds to wait for the rest of an unwanted body. */
const PATIENCE = 500;

/** Discards the rest of a body: a sender that is cut off may never read the answer. True if it reached the end. */
export async function passOver(incoming: IncomingMessage): Promise<boolean> {
  if (!incoming.complete) {
    const signal = AbortSignal.timeout(PATIENCE);
    await finished(incoming.resume(), { signal, cleanup: true }).catch(() => {});
  }
  return incoming.complete;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes bytes, which must be UTF-8. */
export function utf8Of(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Refusal(400, 'The body is not valid UTF-8.');
  }
}

/** The fields of a form with this content type; files count as text. */
export async function formOf(type: string, bytes: Uint8Array): Promise<Map<string, string>> {
  utf8Of(bytes);
  const [name] = type.split(';');
  const form = await new Response(new Uint8Array(bytes), { headers: { 'Content-Type': type } })
    .formData()
    .catch(() => {
      throw new Refusal(400, `Cannot parse the ${name} payload.`);
    });
  const fields = new Map<string, string>();
  for (const [field, value] of form)
    fields.set(field, typeof value === 'string' ? value : await value.text());
  return fields;
}
