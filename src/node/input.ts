// Reads what a command is given to read, whole or as a stream: a file by its path, or stdin for `-`.
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { getSystemErrorMap } from 'node:util';

export interface Input {
  /** For messages: the path, or stdin. */
  name: string;
  bytes: Uint8Array;
}

export async function readInput(path: string): Promise<Input> {
  if (path === '-') {
    const chunks: Uint8Array[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk);
    return { name: 'stdin', bytes: Buffer.concat(chunks) };
  }
  try {
    return { name: path, bytes: await readFile(path) };
  } catch (error) {
    throw new Error(`${path} cannot be read: ${reasonOf(error)}.`);
  }
}

export async function* streamInput(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* path === '-' ? process.stdin : createReadStream(path);
  } catch (error) {
    throw new Error(`${inputName(path)} cannot be read: ${reasonOf(error)}.`);
  }
}

/** What messages call it. */
export function inputName(path: string): string {
  return path === '-' ? 'stdin' : path;
}

/** What the system says, in words: no such file or directory. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const number = 'errno' in error ? Number(error.errno) : 0;
  return getSystemErrorMap().get(number)?.[1] ?? error.message;
}
