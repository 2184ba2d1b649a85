// A lease on a piece of work, held by one process at a time, on one machine or on several that share the folder.
//
// It is a folder with one file, which is named after the holder and touched by it regularly. A process takes the lease by
// renaming a prepared folder, which succeeds only if the target does not exist or is an empty folder. It ends an abandoned
// lease by removing its file by name, so no process can end a lease other than the intended one, however late it acts.
import { mkdir, open, readdir, rename, rm, rmdir, stat, unlink, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FileError } from '../files/files.js';
import { reasonOf } from '../files/input.js';
import { isOrphan, ownName } from '../files/owner.js';

/** A lease that did not change over this many polls has expired. */
const pollsOfLease = 20;

/**
 * Does some work once no other process does it. A holder that has died, or has shown no sign of life for this many
 * seconds, loses the lease. If it was only suspended, its signal stops it, and it waits for its turn again.
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

/** Waits for the lease and returns its file. */
async function take(path: string, seconds: number, signal?: AbortSignal): Promise<string> {
  const name = ownName();
  let seen = '';
  let polls = 0;
  for (;;) {
    signal?.throwIfAborted();
    const holder = await holderOf(path);
    if (holder === undefined && (await renamed(path, name))) return join(path, name);
    const last = seen;
    seen = holder === undefined ? '' : `${holder} ${await beatOf(join(path, holder))}`;
    // Compare changes, not times of day, because the clocks of two machines may differ. Count polls, not the time between
    // them, in which this process may have been suspended as well as the holder.
    polls = seen === last ? polls + 1 : 0;
    if (holder !== undefined && (polls >= pollsOfLease || isOrphan(holder))) {
      await ended(join(path, holder));
    } else {
      await sleep((1000 * seconds) / pollsOfLease, undefined, { signal });
    }
  }
}

/** Tries to put a lease in place; false if there is another one. */
async function renamed(path: string, name: string): Promise<boolean> {
  const ready = `${path}.${name}`;
  try {
    await mkdir(ready);
    await (await open(join(ready, name), 'wx')).close();
    // Except on Unix, a folder cannot even replace an empty one.
    await rmdir(path).catch(() => {});
    await rename(ready, path);
  } catch (error) {
    await rm(ready, { recursive: true, force: true }).catch(() => {});
    if (['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(codeOf(error))) return false;
    throw new FileError(path, `It was not possible to write "${path}" (${reasonOf(error)}).`, error);
  }
  for (const other of await readdir(dirname(path)).catch(() => [])) {
    const start = `${basename(path)}.`;
    // Prepared by a process that was then killed.
    if (!other.startsWith(start) || !isOrphan(other.slice(start.length))) continue;
    await rm(join(dirname(path), other), { recursive: true, force: true }).catch(() => {});
  }
  return true;
}

/** Ends a lease; false if it had ended already. */
async function ended(file: string): Promise<boolean> {
  const was = await unlink(file).then(
    () => true,
    (error) => codeOf(error) !== 'ENOENT',
  );
  // Fails if another process has taken the lease meanwhile.
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
