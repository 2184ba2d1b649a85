// Reads the input of a command, whole or as a stream: a file by its path, or stdin for `-`.
import { getSystemErrorMap } from 'node:util';
import { FileError, identityOf, openFile, readWhole } from './files.js';

export interface FileInput {
  /** For messages: the path, or stdin. */
  name: string;
  bytes: Uint8Array;
}

export async function readInput(path: string): Promise<FileInput> {
  const name = inputName(path);
  if (path !== '-') {
    await refuseOutput(path);
    return { name, bytes: await readWhole(path).catch((error) => fail(path, error)) };
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of streamInput(path)) chunks.push(chunk);
  return { name, bytes: Buffer.concat(chunks) };
}

export async function* streamInput(path: string): AsyncGenerator<Uint8Array> {
  await refuseOutput(path);
  try {
    yield* path === '-' ? process.stdin : await openFile(path);
  } catch (error) {
    fail(path, error);
  }
}

async function refuseOutput(path: string): Promise<void> {
  const [input, output] = [await identityOf(path === '-' ? 0 : path), await identityOf(1)];
  if (input !== undefined && input === output) {
    throw new Error(`${inputName(path)} is read and written at once: send stdout to another file.`);
  }
}

function fail(path: string, error: unknown): never {
  // A folder or a changed file already has a message of its own.
  if (error instanceof FileError && error.cause === undefined) throw error;
  const cause = error instanceof FileError ? error.cause : error;
  throw new Error(`${inputName(path)} cannot be read: ${reasonOf(cause)}.`);
}

/** The name of an input in messages. */
export function inputName(path: string): string {
  return path === '-' ? 'stdin' : path;
}

/** The system's description of an error, such as: no such file or directory. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const number = 'errno' in error ? Number(error.errno) : 0;
  return getSystemErrorMap().get(number)?.[1] ?? error.message;
}
