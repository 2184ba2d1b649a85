import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withLease } from '../../src/jobs/lease.js';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'arcwise-lease-'));
  path = join(folder, 'lease');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Seconds. */
const short = 0.4;

/** The lease of somebody of whom nobody can know whether he is there. */
function leave(name = 'elsewhere-1-00000000'): void {
  mkdirSync(path);
  writeFileSync(join(path, name), '');
}

describe('a lease', () => {
  it('lets one do the work at a time, however long it takes', async () => {
    const events: string[] = [];
    const work = (name: string) => async () => {
      events.push(`${name} begins`);
      await sleep(3000 * short);
      events.push(`${name} ends`);
    };
    await Promise.all([withLease(path, short, work('a')), withLease(path, short, work('b'))]);
    const [first] = events[0];
    const second = first === 'a' ? 'b' : 'a';
    expect(events).toEqual([`${first} begins`, `${first} ends`, `${second} begins`, `${second} ends`]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is taken over from a holder that has gone, by one of those who wait', async () => {
    leave();
    let atWork = 0;
    const work = async () => {
      expect(++atWork).toBe(1);
      await sleep(20);
      atWork--;
      return 'done';
    };
    const all = [1, 2].map(() => withLease(path, short, work));
    expect(await Promise.all(all)).toEqual(['done', 'done']);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is taken over at once from a process of this machine that has died', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    const name = await withLease(path, 1e5, async () => readdirSync(path)[0]);
    const died = name.replace(/-\d+-/, `-${pid}-`);
    leave(died);
    // Made ready by another one, which was then killed.
    mkdirSync(`${path}.${died}`);
    expect(await withLease(path, 1e5, async () => 'done')).toBe('done');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('stops a holder who was taken for dead, and lets him do the work again after the other', async () => {
    const events: string[] = [];
    let times = 0;
    const heldUp = withLease(path, short, async (signal) => {
      events.push(`begin ${++times}`);
      if (times > 1) return 'done';
      rmSync(join(path, readdirSync(path)[0]));
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      events.push('stopped');
      throw new Error('stopped');
    });
    expect(await heldUp).toBe('done');
    expect(events).toEqual(['begin 1', 'stopped', 'begin 2']);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is given back after a failure, and not waited for any longer after a signal', async () => {
    const failing = withLease(path, short, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    leave();
    const stop = new AbortController();
    const waiting = withLease(path, 1000, async () => 'done', stop.signal);
    stop.abort();
    await expect(waiting).rejects.toThrow(/abort/);
    expect(readdirSync(folder)).toEqual(['lease']);
  });
});
