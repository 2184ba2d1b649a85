import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withLease } from '../../src/experiment/lease.js';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'arcwise-lease-'));
  path = join(folder, 'lease');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Seconds. */
const short = 0.4;

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
    writeFileSync(path, '');
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

  it('is given back after a failure, and not waited for any longer after a signal', async () => {
    const failing = withLease(path, short, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    writeFileSync(path, '');
    const stop = new AbortController();
    const waiting = withLease(path, 1000, async () => 'done', stop.signal);
    stop.abort();
    await expect(waiting).rejects.toThrow(/abort/);
    expect(readdirSync(folder)).toEqual(['lease']);
  });
});
