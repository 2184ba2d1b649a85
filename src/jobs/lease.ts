// A lease on a piece of work, which one process at a time has, on one machine or on several that share the folder.
//
// It is a folder with one file in it, named after the holder, who keeps touching it. To take the lease, a folder made ready
// is renamed to its name: the system does so only where nothing is, or an empty folder. To end one that was abandoned, its
// file is removed, by its name: nobody can thus end another lease than the one he means, however long he has hesitated.
import { mkdir, open, readdir, rename, rm, rmdir, stat, unlink, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FileError } from '../node/files.js';
import { reasonOf } from '../node/input.js';
import { isOrphan, ownName } from '../node/owner.js';

/** A lease that did not change between so many looks is over. */
const looksOfLease = 20;

/**
 * Does some work once nobody else does it. A holder who has died, or from whom nothing was heard for so many seconds, counts
 * as gone: if he was only held up, his signal stops him, and he does the work again in his turn.
 */
export async function withLease<Value>(
  path: string,
  seconds: number,
  work: (signal: AbortSignal) => Promise<Value>,
  signal?: AbortSignal,
): Promise<Value> {
  for (;;) {
    const file = await take(path, seconds, signal);
    const stopping = new AbortController();
    const stop = () => stopping.abort();
    signal?.addEventListener('abort', stop);
    const heartbeat = setInterval(
      () => {
        const now = new Date();
        utimes(file, now, now).catch((error) => {
          if (codeOf(error) === 'ENOENT') stop();
        });
      },
      (1000 * seconds) / 4,
    );
    const outcome = work(stopping.signal);
    await outcome.catch(() => {});
    clearInterval(heartbeat);
    signal?.removeEventListener('abort', stop);
    if ((await ended(file)) || signal?.aborted) return outcome;
  }
}

/** Waits for the lease, and gives the file that stands for it. */
async function take(path: string, seconds: number, signal?: AbortSignal): Promise<string> {
  const name = ownName();
  let seen = '';
  let looks = 0;
  for (;;) {
    signal?.throwIfAborted();
    const holder = await holderOf(path);
    if (holder === undefined && (await renamed(path, name))) return join(path, name);
    const last = seen;
    seen = holder === undefined ? '' : `${holder} ${await beatOf(join(path, holder))}`;
    // Only changes count, not times of day, since the clocks of two machines may differ; and looks, not the time between
    // them, in which this process may have been kept waiting as much as the holder.
    looks = seen === last ? looks + 1 : 0;
    if (holder !== undefined && (looks >= looksOfLease || isOrphan(holder))) {
      await ended(join(path, holder));
    } else {
      await sleep((1000 * seconds) / looksOfLease, undefined, { signal });
    }
  }
}

/** Tries to put a lease in its place; false where another one is. */
async function renamed(path: string, name: string): Promise<boolean> {
  const ready = `${path}.${name}`;
  try {
    await mkdir(ready);
    await (await open(join(ready, name), 'wx')).close();
    // Elsewhere than on Unix a folder does not even take the place of an empty one.
    await rmdir(path).catch(() => {});
    await rename(ready, path);
  } catch (error) {
    await rm(ready, { recursive: true, force: true }).catch(() => {});
    if (['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(codeOf(error))) return false;
    throw new FileError(path, `It was not possible to write "${path}" (${reasonOf(error)}).`, error);
  }
  for (const other of await readdir(dirname(path)).catch(() => [])) {
    const start = `${basename(path)}.`;
    // Made ready by a process that was then killed.
    if (!other.startsWith(start) || !isOrphan(other.slice(start.length))) continue;
    await rm(join(dirname(path), other), { recursive: true, force: true }).catch(() => {});
  }
  return true;
}

/** Ends a lease; false where that was done already. */
async function ended(file: string): Promise<boolean> {
  const was = await unlink(file).then(
    () => true,
    (error) => codeOf(error) !== 'ENOENT',
  );
  // Unless it is somebody else's by now.
  await rmdir(dirname(file)).catch(() => {});
  return was;
}

async function holderOf(path: string): Promise<string | undefined> {
  try {
    return (await readdir(path))[0];
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new FileError(path, `It was not possible to read "${path}" (${reasonOf(error)}).`, error);
  }
}

async function beatOf(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => -1,
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
