// Runs cells on the workers of a queue; each result is collected once, even if Redis loses all data meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import { JobQueue, type QueuedJob } from '../jobs/queue.js';
import type { Cell } from './cell.js';
import type { CellProgress } from './progress.js';
import type { CellResult } from './result.js';
import { type Monitor, messageOf, type Runner } from './runner.js';

/** The data of a cell's job. */
export interface CellJob {
  readonly cell: Cell;
  /** The folder of models and checkpoints on the machine that runs the grid. */
  readonly work: string;
}

/** Milliseconds between polls of the jobs. */
const lookEvery = 500;

/** A runner that puts cells on the queue of a Redis server; the workers continue when it is stopped. */
export async function queueRunner(
  url: string,
  work: string,
  report: (line: string) => void,
): Promise<Runner> {
  const queue = await JobQueue.open(url, report);
  return async (cells, monitor, signal) => {
    const open = cells.map((cell) => ({ cell, job: jobOf(cell, work), started: false, epoch: 0 }));
    try {
      for (const { job } of open) await queue.start(job);
      while (open.length > 0 && !signal.aborted) {
        for (const one of [...open]) {
          if (await isFinished(queue, one, monitor)) open.splice(open.indexOf(one), 1);
        }
        await sleep(lookEvery, undefined, { signal }).catch(() => {});
      }
    } finally {
      await queue.close();
    }
  };
}

interface OpenCell {
  readonly cell: Cell;
  readonly job: QueuedJob;
  /** What has been reported. */
  started: boolean;
  epoch: number;
}

/** Polls a cell and reports its progress; true once it is done or failed. */
async function isFinished(queue: JobQueue, one: OpenCell, monitor: Monitor): Promise<boolean> {
  const { cell, job } = one;
  const found = await queue.poll(job);
  if (found.state === 'waiting') return false;
  if (!one.started) monitor.onStart(cell);
  one.started = true;
  if (found.state === 'running') {
    const progress = found.progress as Partial<CellProgress>;
    if (progress.epoch !== undefined && progress.epoch > one.epoch) {
      one.epoch = progress.epoch;
      monitor.onProgress(cell, progress as CellProgress);
    }
    return false;
  }
  if (found.state === 'failed') {
    monitor.onFailure(cell, found.reason);
  } else {
    try {
      // Another grid may have queued the cell under another name.
      await monitor.onDone(cell, { ...(found.value as CellResult), treebank: cell.treebank });
    } catch (error) {
      // The job stays on the queue, so that another run can collect it.
      monitor.onFailure(cell, messageOf(error));
      return true;
    }
  }
  // Only after its result has been written.
  await queue.remove(job);
  return true;
}

function jobOf(cell: Cell, work: string): QueuedJob {
  const data: CellJob = { cell, work };
  // With another test file it is another job, even though the model is the same.
  const id = ['cell', cell.id, ...(cell.test ? [cell.test.hash] : [])].join('-');
  return { id, name: 'cell', data };
}
