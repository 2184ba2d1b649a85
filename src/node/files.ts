// Files of the disk: read at once or as a stream of bytes, and written whole or not at all.
import { fstatSync } from 'node:fs';
import fs from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isOrphan, ownName } from './owner.js';

/** A file that cannot be read or written, and why. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly path: string;

  constructor(path: string, problem: string, cause?: unknown) {
    super(problem, { cause });
    this.path = path;
  }
}

const CHUNK = 1 << 18;

export interface FileStream extends AsyncIterable<Uint8Array> {
  /** Bytes in the file; undefined for pipes and devices, which do not know. */
  readonly size: number | undefined;
}

/** A file that is there; it is open only while its bytes are being read. */
export async function openFile(path: string): Promise<FileStream> {
  const stats = await done('read', path, fs.stat(path));
  if (stats.isDirectory()) throw isFolder(path);
  return {
    size: stats.isFile() ? stats.size : undefined,
    [Symbol.asyncIterator]: () => chunksOf(path),
  };
}

export async function readWhole(path: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await openFile(path)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* chunksOf(path: string): AsyncGenerator<Uint8Array> {
  const handle = await done('read', path, fs.open(path));
  try {
    const before = await done('read', path, handle.stat());
    for (;;) {
      const { bytesRead, buffer } = await done('read', path, handle.read(new Uint8Array(CHUNK)));
      if (bytesRead === 0) break;
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
 * Writes a file under another name in its folder, and gives it its own name only when all of it is on the disk: under
 * that name there is always a whole file, the old one or the new one. A process that is killed may leave a `.part`
 * beside it, which the next one that writes the file removes.
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
    // The first error is the one to tell.
    await fs.rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/** Removes a file, if it is there. */
export async function removeFile(path: string): Promise<void> {
  await done('remove', path, fs.rm(path, { force: true }));
}

/**
 * Says now what would keep files from being written later, as far as it can be known. No file that is read may be
 * overwritten, by whatever name or link it is given.
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

/** What two paths, links or descriptors share if they are one file; undefined where there is no file. */
export async function identityOf(file: string | number): Promise<string | undefined> {
  try {
    const stats =
      typeof file === 'number' ? fstatSync(file, { bigint: true }) : await fs.stat(file, { bigint: true });
    // Terminals, pipes and devices are no place where anything is lost.
    return stats.isFile() ? `${stats.dev}:${stats.ino}` : undefined;
  } catch {
    // Whoever reads or writes it will hear why.
    return undefined;
  }
}

/** Removes what killed processes have left of a file. Whatever fails here fails again, and with words, in what follows. */
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

/** Where a file is to be written: where a link points to, or where there is nothing yet. */
async function placeOf(path: string): Promise<{ target: string; mode?: number }> {
  const target = await fs.realpath(path).catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    return done('write', path, Promise.reject(error));
  });
  if (target === undefined) return { target: path };
  const stats = await done('write', path, fs.stat(target));
  if (stats.isDirectory()) throw isFolder(path);
  // To rename would put a file in the place of a device.
  if (!stats.isFile()) throw new FileError(path, `"${path}" is not a file that can be written as a whole.`);
  // To rename would also replace a file that may not be written.
  const handle = await done('write', path, fs.open(target, 'r+'));
  await handle.close();
  return { target, mode: stats.mode & 0o777 };
}

type Verb = 'read' | 'write' | 'remove';

/** The outcome of what the system is asked to do with a file, its error as a sentence. */
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
