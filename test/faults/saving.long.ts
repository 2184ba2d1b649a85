import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Random } from '../../src/engine/random.js';
import { writeWhole } from '../../src/files/files.js';
import { saving } from '../support/activities.js';
import { inLanes, kills } from '../support/faultyRuns.js';
import { describeKills } from '../support/killing.js';

describeKills(saving, { atRandom: false });

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'arcwise-saving-'));
  file = join(folder, 'model');
});
afterEach(() => rmSync(folder, { recursive: true }));

const size = 1_000_000;

describe('a process that saves one file after the other', () => {
  it('leaves a whole one when it is killed at a random moment, and one part at most', async ({ task }) => {
    const program = fileURLToPath(new URL('../support/saving.mjs', import.meta.url));
    task.meta.counts = await inLanes(kills, async (share, seed) => {
      const random = new Random(seed);
      const own = mkdtempSync(join(folder, 'lane-'));
      const saved = join(own, 'model');
      for (let killed = 0; killed < share; killed++) {
        const child = spawn(process.execPath, [program, saved, String(size), '1000000'], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        // From here on it does nothing but save.
        await once(child.stdout, 'data');
        child.stdout.resume();
        await sleep(200 * random.uniform());
        child.kill('SIGKILL');
        expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
        const text = readFileSync(saved, 'latin1');
        expect(text).toBe(text[0].repeat(size));
        expect(readdirSync(own).filter((name) => name !== 'model').length).toBeLessThanOrEqual(1);
      }
      await writeWhole(saved, 'new');
      expect(readFileSync(saved, 'latin1')).toBe('new');
      expect(readdirSync(own)).toEqual(['model']);
      return { kills: share, resumed: 1 };
    });
  });
});

describe('parts of a file', () => {
  it('are removed by the next save if their process has died, and only then', async () => {
    const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
    await once(child, 'close');
    let mine = '';
    const look = function* () {
      [mine] = readdirSync(folder);
      yield 'content';
    };
    await writeWhole(file, look());
    const [, machine, random] = /^model\.(\w+)-\d+-(\w+)\.part$/.exec(mine) ?? [];
    const part = (name: string) => `${name}.part`;
    const died = part(`model.${machine}-${child.pid}-${random}`);
    // As a container that is started again has the number of the one before.
    const reused = part(`model.${machine}-${process.pid}-00000000`);
    const living = [
      part(`model.${machine}-${process.ppid}-${random}`),
      part(`model.elsewhere-${child.pid}-${random}`),
      part(`model.checkpoint.${machine}-${child.pid}-${random}`),
      part('model'),
      part('model.by-hand'),
    ];
    for (const name of [died, reused, ...living]) writeFileSync(join(folder, name), 'half');
    await writeWhole(file, 'new');
    expect(readdirSync(folder).sort()).toEqual(['model', ...living].sort());
  });
});
