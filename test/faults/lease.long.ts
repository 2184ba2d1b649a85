import fs from 'node:fs';
import type * as FileSystem from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Random } from '../../src/engine/random.js';
import { withLease } from '../../src/jobs/lease.js';
import { isFull } from '../support/faultyRuns.js';

/** All who wait for their turn: before each call of the file system, and instead of sleeping. */
const turns = vi.hoisted((): (() => void)[] => []);
const turn = vi.hoisted(() => () => new Promise<void>((resolve) => turns.push(resolve)));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof FileSystem>();
  const inTurn =
    <Args extends unknown[], Value>(call: (...args: Args) => Value) =>
    async (...args: Args) => {
      await turn();
      return call(...args);
    };
  const open = inTurn((path: string, flags: string) => {
    const file = fs.openSync(path, flags);
    return { close: async () => fs.closeSync(file) };
  });
  return {
    ...real,
    open,
    mkdir: inTurn(fs.mkdirSync),
    readdir: inTurn((path: string) => fs.readdirSync(path)),
    rename: inTurn(fs.renameSync),
    rm: inTurn(fs.rmSync),
    rmdir: inTurn(fs.rmdirSync),
    stat: inTurn((path: string) => fs.statSync(path)),
    unlink: inTurn(fs.unlinkSync),
  };
});
vi.mock('node:timers/promises', () => ({ setTimeout: () => turn() }));

let folder: string;
let path: string;
beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'arcwise-lease-'));
  path = join(folder, 'lease');
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

/** Gives turns at random until all have ended but those who have died. */
async function schedule(actors: Promise<unknown>[], dead: Set<unknown>, random: Random): Promise<void> {
  let ended = 0;
  for (const actor of actors) void actor.finally(() => ended++);
  for (;;) {
    // Calls are done at once when their turn comes: afterwards all wait again.
    await new Promise((resolve) => setImmediate(resolve));
    if (ended + dead.size === actors.length) return;
    const [next] = turns.splice(random.below(turns.length), 1);
    next();
  }
}

describe('a lease that many wait for', () => {
  const schedules = isFull ? 500 : 40;
  it(`is one's at a time in any order of their calls, whoever dies`, async ({ task }) => {
    for (let seed = 1; seed <= schedules; seed++) {
      const random = new Random(seed);
      // The one who had it has died, and nobody can know: only that it does not change.
      fs.mkdirSync(path);
      fs.writeFileSync(join(path, 'elsewhere-1-00000000'), '');
      let atWork = 0;
      let most = 0;
      let done = 0;
      const dead = new Set<unknown>();
      const work = async () => {
        // The first one dies at work.
        if (dead.size === 0) {
          dead.add(work);
          await new Promise(() => {});
        }
        most = Math.max(most, ++atWork);
        await turn();
        await turn();
        atWork--;
        done++;
      };
      // So many seconds that no clock plays a part.
      const actors = Array.from({ length: 5 }, () => withLease(path, 1e5, work));
      await schedule(actors, dead, random);
      expect({ seed, most, done }).toEqual({ seed, most: 1, done: 4 });
      expect(fs.readdirSync(folder)).toEqual([]);
    }
    task.meta.counts = { schedules };
  });
});
