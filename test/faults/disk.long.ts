import { describe, it } from 'vitest';
import { type Activity, grid, jackknifing, saving, training } from '../support/activities.js';
import { type Fault, isFull } from '../support/faultyRuns.js';
import { moments, Trial } from '../support/killing.js';

const codes: Exclude<Fault['what'], 'kill'>[] = ['ENOSPC', 'EROFS', 'EACCES', 'EIO', 'EMFILE'];
const oneEpoch: Activity = { ...training, args: (folder) => [...training.args(folder), '--epochs', '1'] };
const all = [oneEpoch, saving, jackknifing, grid].flatMap((activity) =>
  codes.map((what) => ({ what, activity, name: activity.name, verb: activity.verbs[0] })),
);
const cases = isFull
  ? all
  : all.filter(({ what, activity }) => activity === saving && ['ENOSPC', 'EROFS'].includes(what));

describe.concurrent('a disk that fails', () => {
  it.for(cases)(
    'with $what from any call on: $name says so and harms nothing',
    async (one, { task, expect }) => {
      const { what, activity, verb } = one;
      const trial = await Trial.begin(activity);
      let faults = 0;
      for (const at of moments()) {
        trial.again();
        const before = trial.folder.contents();
        const { suffered, status, stderr } = await trial.folder.run(trial.args, {
          fault: { verb, at, what },
        });
        if (!suffered) break;
        faults++;
        trial.folder.expectWhole();
        // What was there is there, the old or the new one.
        expect(Object.keys(trial.folder.contents())).toEqual(expect.arrayContaining(Object.keys(before)));
        expect
          .soft({ at, stderr, status, isClear: isSentence(stderr) })
          .toMatchObject({ status: 1, isClear: true });
        if (faults > 1) continue;
        await trial.resume();
      }
      expect(faults).toBeGreaterThan(0);
      await trial.resume();
      trial.end();
      task.meta.counts = { faults, resumed: 2 };
    },
  );
});

/** Besides lines of progress there is one sentence, and no trace of the program's own affairs. */
function isSentence(stderr: string): boolean {
  const last = stderr.trim().split('\n').at(-1) ?? '';
  return /^\s*\S.*\.$/.test(last) && !/^\s+at |node:internal|\w+Error:/m.test(stderr);
}
