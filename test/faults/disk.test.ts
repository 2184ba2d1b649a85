import { describe, expect, it } from 'vitest';
import { grid, jackknifing, saving, training } from '../support/activities.js';
import type { Fault } from '../support/faultyRuns.js';
import { moments, Trial } from '../support/killing.js';

const codes: Exclude<Fault['what'], 'kill'>[] = ['ENOSPC', 'EROFS', 'EACCES', 'EIO', 'EMFILE'];
const activities = [training, saving, jackknifing, grid];
const cases = activities.flatMap((activity) =>
  codes.map((what) => ({ what, activity, name: activity.name, verb: activity.verbs[0] })),
);

describe('a disk that fails', () => {
  it.for(cases)('with $what from any call on: $name says so and harms nothing', async (one, { task }) => {
    const { what, activity, verb } = one;
    const trial = await Trial.begin(activity);
    let faults = 0;
    for (const at of moments()) {
      trial.again();
      const before = trial.folder.contents();
      const { suffered, status, stderr } = await trial.folder.run(trial.args, { fault: { verb, at, what } });
      if (!suffered) break;
      faults++;
      trial.folder.expectWhole();
      // What was there is there, the old or the new one.
      expect(Object.keys(trial.folder.contents())).toEqual(expect.arrayContaining(Object.keys(before)));
      expect.soft(status, `${what} at ${at}: ${stderr}`).toBe(1);
      expectSentence(stderr);
      if (faults > 1) continue;
      await trial.resume();
    }
    expect(faults).toBeGreaterThan(0);
    await trial.resume();
    trial.end();
    task.meta.counts = { faults, resumed: 2 };
  });
});

/** Besides lines of progress there is one sentence, and no trace of the program's own affairs. */
function expectSentence(stderr: string): void {
  const lines = stderr.trim().split('\n');
  expect.soft(stderr).not.toMatch(/^\s+at |node:internal|\w+Error:/m);
  expect.soft(lines.at(-1), stderr).toMatch(/^\s*\S.*\.$/);
}
