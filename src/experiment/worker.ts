// A worker of the queue: takes cells and shards, and runs them outside this thread, which must renew their locks.
//
// Cells run in separate processes and shards in worker threads, without BullMQ's sandbox, which counts a child as free if
// its progress cannot be reported, as after a restart of Redis, even though it is still working.
import { existsSync } from 'node:fs';
import type { Job, Worker } from 'bullmq';
import { hashFile } from '../files/hash.js';
import { connectionTo, loadBullmq, oncePerOutage, prefix, queueName } from '../jobs/queue.js';
import type { ShardJob } from '../jobs/shard.js';
import { ShardParsers } from '../jobs/shardParsers.js';
import { type Cell, type DataFile, dataPlace } from './cell.js';
import { runCell } from './cellTraining.js';
import type { CellJob } from './queueRunner.js';
import type { CellResult } from './result.js';
import { messageOf } from './runner.js';

export interface WorkerOptions {
  /** The number of jobs to run in parallel. */
  readonly workers: number;
  /** The folder of models and checkpoints, if not the one that the job names. */
  readonly work?: string;
  /** Seconds without a sign of life after which a worker's job goes to another. */
  readonly lease: number;
  readonly report: (line: string) => void;
}

/** How often a job may lose its worker before it fails: workers come and go, but a job may also kill them. */
const maxStalledCount = 10;

/** Starts taking jobs from a queue; `close` stops at once and returns unfinished jobs. */
export async function startWorker(url: string, options: WorkerOptions): Promise<{ close(): Promise<void> }> {
  const { workers, lease, report } = options;
  const connection = await connectionTo(url);
  const { Worker, WaitingError } = await loadBullmq();
  const closing = new AbortController();
  const parsers = new ShardParsers(workers);
  const worker: Worker = new Worker(
    queueName,
    async (job: Job, token?: string) => {
      report(`${job.id}: started`);
      try {
        const value =
          job.name === 'cell'
            ? await doCell(job, options, closing.signal)
            : await parsers.parse(job.data as ShardJob);
        report(`${job.id}: done`);
        return value;
      } catch (error) {
        if (!closing.signal.aborted) {
          report(`${job.id}: failed: ${messageOf(error)}`);
          throw error;
        }
        // Another worker can take it at once, without waiting for the lock to expire.
        await job.moveToWait(token);
        throw new WaitingError();
      }
    },
    {
      connection,
      prefix,
      concurrency: workers,
      lockDuration: 1000 * lease,
      stalledInterval: 500 * lease,
      maxStalledCount,
    },
  );
  worker.on('error', oncePerOutage(report));
  worker.on('stalled', (id) => report(`${id}: its worker is gone, so it is queued again`));
  return {
    async close() {
      closing.abort();
      await parsers.close();
      await worker.close();
    },
  };
}

async function doCell(job: Job, { work, lease }: WorkerOptions, signal: AbortSignal): Promise<CellResult> {
  const asked = job.data as CellJob;
  return runCell(await cellHere(asked.cell), {
    work: work ?? asked.work,
    lease,
    signal,
    // Redis may have lost the job: it continues, and will be queued again.
    onProgress: (progress) => void job.updateProgress({ ...progress }).catch(() => {}),
  });
}

/** The cell with the paths of its files on this machine; throws if a file is missing or differs. */
async function cellHere(cell: Cell): Promise<Cell> {
  const { train, dev, test, vectors } = cell;
  return {
    ...cell,
    train: await fileHere(train),
    dev: await fileHere(dev),
    ...(test && { test: await fileHere(test) }),
    ...(vectors && { vectors: await fileHere(vectors) }),
  };
}

async function fileHere(file: DataFile): Promise<DataFile> {
  const place = process.env.ARCWISE_DATA ? dataPlace(file.path, '.') : file.place;
  if (!existsSync(place))
    throw new Error(`This worker's machine has no ${place}: share the folder or set ARCWISE_DATA.`);
  if ((await hashFile(place)) !== file.hash)
    throw new Error(`${place} is not the same file here as on the machine that started the grid.`);
  return { ...file, place };
}
