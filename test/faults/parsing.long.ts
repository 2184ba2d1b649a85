import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../src/engine/random.js';
import { saveModel } from '../../src/models/saved.js';
import { FaultyFolder, inLanes, kills } from '../support/faultyRuns.js';
import { writeTreebank } from '../support/grids.js';
import { randomParser } from '../support/randomParser.js';
import { toyTreebank } from '../support/toyTreebank.js';

let folder: FaultyFolder;
let before: Record<string, string>;
beforeAll(() => {
  folder = new FaultyFolder();
  writeTreebank(folder.file('toy.conllu'), 4000, 3);
  writeFileSync(folder.file('model'), saveModel(randomParser({}, toyTreebank(30, 8, 1)), {}));
  before = folder.contents();
});
afterAll(() => folder.remove());

describe('parsing that is killed', () => {
  it('has written the beginning of its output, harmed nothing, and does it again', async ({ task }) => {
    const args = ['parse', folder.file('toy.conllu'), '--model', folder.file('model'), '--threads'];
    const start = performance.now();
    const whole = await folder.run([...args, '1']);
    const duration = performance.now() - start;
    expect(whole).toMatchObject({ status: 0, stderr: '' });
    expect(whole.stdout.length).toBeGreaterThan(readFileSync(folder.file('toy.conllu')).length / 2);
    task.meta.counts = await inLanes(kills, async (share, seed) => {
      const random = new Random(seed);
      const counts = { kills: 0, resumed: 0 };
      while (counts.kills < share) {
        const threads = String(1 + (counts.kills % 2));
        const killAfter = random.uniform() * duration;
        const run = await folder.run([...args, threads], { killAfter });
        expect(whole.stdout.startsWith(run.stdout)).toBe(true);
        expect(run.stderr).toBe('');
        expect(folder.contents()).toEqual(before);
        if (run.suffered) counts.kills++;
        else {
          expect(run.stdout).toBe(whole.stdout);
          counts.resumed++;
        }
      }
      return counts;
    });
  });
});
