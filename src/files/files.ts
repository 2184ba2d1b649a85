// Reads files whole or as a stream of bytes, and writes them whole or not at all.
import { fstatSync } from 'node:fs';
import fs from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isOrphan, ownName } from './owner.js';

/** Says why a file cannot be read or written. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly path: string;

  constructor(path: string, problem: string, cause?: unknown) {
    super(problem, { cause });
    this.path = path;
  }
}

const CHUNK = 1 << 18;
/** For a file that is read whole. */
const LARGE_CHUNK = 1 << 21;

export interface FileStream extends AsyncIterable<Uint8Array> {
  /** Bytes in the file; undefined for pipes and devices. */
  readonly size: number | undefined;
}

/** Checks that a file exists; it is open only while its bytes are being read. */
export async function openFile(path: string): Promise<FileStream> {
  const stats = await done('read', path, fs.stat(path));
  if (stats.isDirectory()) throw isFolder(path);
  return {
    size: stats.isFile() ? stats.size : undefined,
    [Symbol.asyncIterator]: () => chunksOf(path),
  };
}

/** Called with the number of bytes read so far, and with their expected number, if known; may throw to stop. */
export type Reading = (loaded: number, total: number | undefined) => void;

export async function readWhole(path: string, reading?: Reading): Promise<Uint8Array> {
  const { size } = await openFile(path);
  // The bytes of a file go straight to their place: it may be large.
  const whole = new Uint8Array(size ?? 0);
  const rest: Uint8Array[] = [];
  let loaded = 0;
  for await (const chunk of chunksOf(path, whole)) {
    if (loaded >= whole.length) rest.push(chunk);
    loaded += chunk.length;
    reading?.(loaded, size);
  }
  return rest.length === 0 ? whole.subarray(0, loaded) : Buffer.concat([whole, ...rest]);
}

/** The chunks of a file; those that have a place in `whole` are parts of it. */
async function* chunksOf(path: string, whole = new Uint8Array(0)): AsyncGenerator<Uint8Array> {
  const handle = await done('read', path, fs.open(path));
  try {
    const before = await done('read', path, handle.stat());
    for (let loaded = 0; ; ) {
      const place = whole.subarray(loaded, loaded + LARGE_CHUNK);
      const target = place.length > 0 ? place : new Uint8Array(CHUNK);
      const { bytesRead, buffer } = await done('read', path, handle.read(target));
      if (bytesRead === 0) break;
      loaded += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
    const after = await done('read', path, handle.stat());
    if (before.isFile() && (after.size !== before.size || after.mtimeMs !== before.mtimeMs)) {
      throw new FileError(path, `The file "${path}" changed while it was read.`);
    }
  } finally {
    await handle.close();
  }
}

type Piece = string | Uint8Array;

/**
 * Writes a file under a temporary name in the same folder, and renames it only when all of it is on the disk: the final
 * name always refers to a complete file, old or new. A killed process may leave a `.part` file behind, which the next
 * write of the same file removes.
 */
export async function writeWhole(
  path: string,
  content: Piece | Iterable<Piece> | AsyncIterable<Piece>,
): Promise<void> {
  const { target, mode } = await placeOf(path);
  await removeOrphans(target);
  const temporary = `${target}.${ownName()}.part`;
  const handle = await done('write', path, fs.open(temporary, 'wx', mode));
  try {
    try {
      const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
      for await (const piece of pieces) await done('write', path, handle.writeFile(piece));
      await done('write', path, handle.sync());
    } finally {
      await done('write', path, handle.close());
    }
    await done('write', path, fs.rename(temporary, target));
  } catch (error) {
    // Only the first error is reported.
    await fs.rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/** Removes a file if it exists. */
export async function removeFile(path: string): Promise<void> {
  await done('remove', path, fs.rm(path, { force: true }));
}

/**
 * Fails early if files cannot be written later, as far as that can be known. No input may be overwritten, under
 * whatever name or link.
 */
export async function checkWritable(
  paths: readonly string[],
  inputs: readonly (string | undefined)[],
): Promise<void> {
  const read = new Set<string>();
  for (const input of inputs) {
    const identity = input === undefined ? undefined : await identityOf(input);
    if (identity !== undefined) read.add(identity);
  }
  for (const path of paths) {
    const identity = await identityOf(path);
    if (identity !== undefined && read.has(identity)) {
      throw new FileError(path, `"${path}" is read and would be overwritten: give the output another name.`);
    }
    const { target } = await placeOf(path);
    await done('write', path, fs.access(dirname(target), fs.constants.W_OK));
  }
}

/** Equal for paths, links or descriptors of the same file; undefined if there is no regular file. */
export async function identityOf(file: string | number): Promise<string | undefined> {
  try {
    const stats =
      typeof file === 'number' ? fstatSync(file, { bigint: true }) : await fs.stat(file, { bigint: true });
    // Nothing can be lost by writing to terminals, pipes and devices.
    return stats.isFile() ? `${stats.dev}:${stats.ino}` : undefined;
  } catch {
    // Reading or writing the file will report the error.
    return undefined;
  }
}

/** Removes what killed processes left of a file. Ignores errors: the write that follows reports them. */
async function removeOrphans(target: string): Promise<void> {
  const folder = dirname(target);
  const start = `${basename(target)}.`;
  for (const name of await fs.readdir(folder).catch(() => [])) {
    if (!name.startsWith(start) || !name.endsWith('.part')) continue;
    if (isOrphan(name.slice(start.length, -'.part'.length))) {
      await fs.rm(join(folder, name), { force: true }).catch(() => {});
    }
  }
}

/** Where to write a file: the target of a link, or the path itself if nothing is there yet. */
async function placeOf(path: string): Promise<{ target: string; mode?: number }> {
  const target = await fs.realpath(path).catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    return done('write', path, Promise.reject(error));
  });
  if (target === undefined) return { target: path };
  const stats = await done('write', path, fs.stat(target));
  if (stats.isDirectory()) throw isFolder(path);
  // Renaming would replace a device by a file.
  if (!stats.isFile()) throw new FileError(path, `"${path}" is not a file that can be written as a whole.`);
  // Renaming would also replace a read-only file.
  const handle = await done('write', path, fs.open(target, 'r+'));
  await handle.close();
  return { target, mode: stats.mode & 0o777 };
}

type Verb = 'read' | 'write' | 'remove';

/** Awaits a file operation and turns its error into a sentence. */
async function done<T>(verb: Verb, path: string, operation: Promise<T>): Promise<T> {
  try {
    return await operation;
  } catch (error) {
    throw new FileError(path, problemOf(verb, path, error as NodeJS.ErrnoException), error);
  }
}

function problemOf(verb: Verb, path: string, { code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return verb === 'read' ? `There is no file "${path}".` : `There is no folder to write "${path}" into.`;
    case 'EACCES':
    case 'EPERM':
      return `There is no permission to ${verb} "${path}".`;
    case 'EROFS':
      return `The disk of "${path}" can only be read.`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk is full, so "${path}" was not written.`;
    default:
      return `It was not possible to ${verb} "${path}" (${message}).`;
  }
}

function isFolder(path: string): FileError {
  return new FileError(path, `"${path}" is a folder, not a file.`);
}
