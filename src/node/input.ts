// Reads what a command is given to read: a file by its path, or stdin for `-`.
import { createReadStream } from 'node:fs';
import { reasonOf } from './systemError.js';

export interface Input {
  /** For messages: the path, or stdin. */
  name: string;
  bytes: Uint8Array;
}

export async function readInput(path: string): Promise<Input> {
  const { name, bytes } = streamInput(path);
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return { name, bytes: Buffer.concat(chunks) };
}

/** The same in pieces, for what may be larger than memory. */
export function streamInput(path: string): { name: string; bytes: AsyncGenerator<Uint8Array> } {
  const name = path === '-' ? 'stdin' : path;
  return { name, bytes: chunksOf(path, name) };
}

async function* chunksOf(path: string, name: string): AsyncGenerator<Uint8Array> {
  const stream = path === '-' ? process.stdin : createReadStream(path, { highWaterMark: 1 << 18 });
  try {
    yield* stream;
  } catch (error) {
    throw new Error(`${name} cannot be read: ${reasonOf(error)}.`);
  }
}
