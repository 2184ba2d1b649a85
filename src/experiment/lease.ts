// A lease on a piece of work, as a file that its holder keeps touching: one process at a time, on one machine or several.
import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat, utimes } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { FileError } from '../node/files.js';
import { reasonOf } from '../node/input.js';

/** Does some work once nobody else does it; a holder from whom nothing was heard for so many seconds counts as gone. */
export async function withLease<Value>(
  path: string,
  seconds: number,
  work: () => Promise<Value>,
  signal?: AbortSignal,
): Promise<Value> {
  await take(path, seconds, signal);
  const heartbeat = setInterval(
    () => {
      const now = new Date();
      // If another process took the lease for abandoned, both do the same work; neither harms the other.
      utimes(path, now, now).catch(() => {});
    },
    (1000 * seconds) / 4,
  );
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    await rm(path, { force: true });
  }
}

async function take(path: string, seconds: number, signal?: AbortSignal): Promise<void> {
  let seen: { beat: number; at: number } | undefined;
  while (!(await created(path))) {
    const beat = await beatOf(path);
    const now = performance.now();
    // Only changes count, not times of day: the clocks of two machines may differ.
    if (seen === undefined || beat !== seen.beat) seen = { beat, at: now };
    else if (now - seen.at > 1000 * seconds) {
      // Of several that find it abandoned, one can rename it.
      const aside = `${path}.${randomUUID().slice(0, 8)}`;
      await rename(path, aside).then(
        () => rm(aside, { force: true }),
        () => {},
      );
      seen = undefined;
      continue;
    }
    await sleep(50 * seconds, undefined, { signal });
  }
}

async function created(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx')).close();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw new FileError(path, `It was not possible to write "${path}" (${reasonOf(error)}).`, error);
  }
}

async function beatOf(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => -1,
  );
}
