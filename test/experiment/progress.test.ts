import { describe, expect, it } from 'vitest';
import type { Cell } from '../../src/experiment/cell.js';
import { duration, GridProgress } from '../../src/experiment/progress.js';
import { readParserSettings } from '../../src/parser/parserSettings.js';

const file = { path: 'a', place: 'a', hash: 'a' };
const cells = [1, 2, 3, 4].map(
  (seed): Cell => ({
    id: `cell${seed}`,
    treebank: 'zh',
    configuration: 'eager',
    seed,
    settings: readParserSettings({ epochs: 10, seed }),
    train: file,
    dev: file,
  }),
);

describe('the progress of a grid', () => {
  it('shows what is done, running and failed, and how long the rest will take', () => {
    const progress = new GridProgress(cells, 2, 1000);
    expect(progress.lines(1000)).toEqual(['2 of 6 done, 0 running, 0 failed']);
    progress.started(cells[0]);
    progress.started(cells[1]);
    progress.progressed(cells[1], { epoch: 8, from: 6, uas: 81.239 });
    // Two epochs took 4 seconds; of the four cells 10, 2, 10 and 10 are left.
    expect(progress.lines(5000)).toEqual([
      '2 of 6 done, 2 running, 0 failed, about 1 min left',
      '  zh, eager, seed 1  epoch 0/10',
      '  zh, eager, seed 2  epoch 8/10  dev UAS 81.24',
    ]);
    expect(progress.secondsLeft(5000)).toBe(64);
    progress.done(cells[1]);
    progress.failed(cells[0]);
    // Four epochs in 10 seconds, and 20 are left.
    expect(progress.lines(11_000)).toEqual([
      '3 of 6 done, 0 running, 1 failed, about 50 s left',
      '  zh, eager, seed 1  failed',
    ]);
  });

  it('says times as people do', () => {
    expect([0.4, 59, 61, 3600, 11_100].map(duration)).toEqual([
      '0 s',
      '59 s',
      '1 min',
      '1 h 0 min',
      '3 h 5 min',
    ]);
  });
});
