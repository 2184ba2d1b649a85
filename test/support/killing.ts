// The shared suite of activities that are killed: at random moments, and at each call that changes a file.
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/engine/random.js';
import type { Activity } from './activities.js';
import { FaultyFolder, inLanes, isFull, kills } from './faultyRuns.js';

export function describeKills(activity: Activity, { atRandom = true } = {}): void {
  describe.concurrent(`${activity.name} that is killed`, () => {
    if (atRandom) {
      it('at random moments again and again ends in the bytes of an unbroken run', async ({ task }) => {
        task.meta.counts = await inLanes(kills, async (share, seed) => {
          const random = new Random(seed);
          const counts = { kills: 0, resumed: 0 };
          const trial = await Trial.begin(activity);
          let isBroken = false;
          while (counts.kills < share) {
            const killAfter = random.uniform() * trial.duration;
            const { suffered, status, stderr } = await trial.folder.run(trial.args, { killAfter });
            trial.folder.expectWhole();
            if (suffered) {
              counts.kills++;
              isBroken = true;
              continue;
            }
            // It was faster than its end.
            expect(status, stderr).toBe(0);
            trial.expectDone();
            if (isBroken) counts.resumed++;
            isBroken = false;
            trial.again();
          }
          await trial.resume();
          counts.resumed++;
          trial.end();
          return counts;
        });
      });
    }

    it.for(isFull ? activity.verbs : activity.verbs.slice(0, 1))(
      'at each call of "arcwise %s" that changes a file goes on',
      async (verb, { task }) => {
        const counts = { kills: 0, resumed: 0 };
        const trial = await Trial.begin(activity);
        for (const at of moments()) {
          trial.again();
          const { suffered } = await trial.folder.run(trial.args, { fault: { verb, at, what: 'kill' } });
          if (!suffered) break;
          counts.kills++;
          trial.folder.expectWhole();
          await trial.resume();
          counts.resumed++;
        }
        expect(counts.kills).toBeGreaterThan(0);
        trial.end();
        task.meta.counts = counts;
      },
    );
  });
}

/** An activity in a folder, and what an unbroken run leaves there. */
export class Trial {
  readonly folder = new FaultyFolder();
  readonly args: string[];
  /** The milliseconds of the unbroken run. */
  duration = 0;
  readonly #activity: Activity;
  #whole: Record<string, string> = {};

  private constructor(activity: Activity) {
    this.#activity = activity;
    this.args = activity.args(this.folder);
  }

  static async begin(activity: Activity): Promise<Trial> {
    const trial = new Trial(activity);
    trial.again();
    const start = performance.now();
    const { status, stderr } = await trial.folder.run(trial.args);
    trial.duration = performance.now() - start;
    expect(status, stderr).toBe(0);
    trial.#whole = trial.folder.contents();
    expect(Object.keys(trial.#whole).filter((file) => /\.(part|checkpoint)$/.test(file))).toEqual([]);
    trial.again();
    return trial;
  }

  /** Begins anew, with what the activity needs and nothing else. */
  again(): void {
    this.folder.clear();
    this.#activity.prepare(this.folder);
  }

  /** Runs it to its end. */
  async resume(): Promise<void> {
    const { status, stderr } = await this.folder.run(this.args);
    expect(status, stderr).toBe(0);
    this.expectDone();
  }

  expectDone(): void {
    expect(this.folder.contents()).toEqual(this.#whole);
  }

  end(): void {
    this.folder.remove();
  }
}

/** The calls at which something happens: all, until there are no more; or one in the middle of the first save. */
export function* moments(): Generator<number> {
  if (!isFull) yield 2;
  else for (let at = 1; ; at++) yield at;
}
