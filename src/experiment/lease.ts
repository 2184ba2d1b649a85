// A lease on a piece of work, as a file that its holder keeps touching: one process at a time, on one machine or several.
import { randomUUID } from 'node:crypto';
import { link, open, rename, rm, stat, utimes } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { FileError } from '../node/files.js';
import { reasonOf } from '../node/input.js';

/** A lease that did not change between so many looks is over. */
const looksOfLease = 20;

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
  let beat = Number.NaN;
  let looks = 0;
  while (!(await created(path))) {
    const last = beat;
    beat = await beatOf(path);
    // Only changes count, not times of day, since the clocks of two machines may differ; and looks, not the time between
    // them, in which this process may have been kept waiting as much as the holder.
    looks = beat === last ? looks + 1 : 0;
    if (looks < looksOfLease) {
      await sleep((1000 * seconds) / looksOfLease, undefined, { signal });
      continue;
    }
    await putAway(path, beat);
    looks = 0;
  }
}

/** Removes an abandoned lease. Of several that find it abandoned one can rename it; another may get hold of the next one. */
async function putAway(path: string, beat: number): Promise<void> {
  const aside = `${path}.${randomUUID().slice(0, 8)}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  // Someone was faster, and this is his: he gets it back, unless there is yet another by now.
  if ((await beatOf(aside)) !== beat) await link(aside, path).catch(() => {});
  await rm(aside, { force: true });
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
