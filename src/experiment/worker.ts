// A worker of the queue: takes cells and shards, and does them apart from this thread, which must renew its locks.
//
// Trainings run in processes of their own and shards in worker threads, by our own means instead of BullMQ's sandbox: that
// one counts a child as free when its progress cannot be told, as after a restart of Redis, though it is still at work.
import { existsSync } from 'node:fs';
import type { Job, Worker } from 'bullmq';
import { connectionTo, loadBullmq, oncePerOutage, prefix, queueName } from '../jobs/queue.js';
import type { ShardJob } from '../jobs/shard.js';
import { ShardParsers } from '../jobs/shardParsers.js';
import { hashFile } from '../node/hash.js';
import { type Cell, type DataFile, dataPlace } from './cell.js';
import type { CellJob } from './queueRunner.js';
import type { CellResult } from './result.js';
import { messageOf } from './runner.js';
import { runCell } from './training.js';

export interface WorkerOptions {
  /** Jobs at a time. */
  readonly workers: number;
  /** The folder of models and checkpoints, if not the one that the asking machine names. */
  readonly work?: string;
  /** Seconds without a sign of life after which a worker's job is given to another. */
  readonly lease: number;
  readonly tell: (line: string) => void;
}

/** So often a job may lose its worker before it is given up: workers come and go, but a job may also kill them. */
const maxStalledCount = 10;

/** Starts to take jobs from a queue; `close` stops at once and gives back what is not done. */
export async function startWorker(url: string, options: WorkerOptions): Promise<{ close(): Promise<void> }> {
  const { workers, lease, tell } = options;
  const connection = await connectionTo(url);
  const { Worker, WaitingError } = await loadBullmq();
  const closing = new AbortController();
  const parsers = new ShardParsers(workers);
  const worker: Worker = new Worker(
    queueName,
    async (job: Job, token?: string) => {
      tell(`${job.id}: started`);
      try {
        const value =
          job.name === 'cell'
            ? await doCell(job, options, closing.signal)
            : await parsers.parse(job.data as ShardJob);
        tell(`${job.id}: done`);
        return value;
      } catch (error) {
        if (!closing.signal.aborted) {
          tell(`${job.id}: failed: ${messageOf(error)}`);
          throw error;
        }
        // Another worker takes it at once, without waiting for the lock to run out.
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
  worker.on('error', oncePerOutage(tell));
  worker.on('stalled', (id) => tell(`${id}: its worker has gone, so it is there to be taken again`));
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
    // Redis may have lost the job: it is done all the same, and asked for again.
    onProgress: (progress) => void job.updateProgress({ ...progress }).catch(() => {}),
  });
}

/** The cell with its files where this machine has them; throws where a file is missing or has another content. */
async function cellHere(cell: Cell): Promise<Cell> {
  const { train, dev, vectors } = cell;
  return {
    ...cell,
    train: await fileHere(train),
    dev: await fileHere(dev),
    ...(vectors === undefined ? {} : { vectors: await fileHere(vectors) }),
  };
}

async function fileHere(file: DataFile): Promise<DataFile> {
  const place = process.env.ARCWISE_DATA ? dataPlace(file.path, '.') : file.place;
  if (!existsSync(place))
    throw new Error(`This worker's machine has no ${place}: share the folder, or set ARCWISE_DATA.`);
  if ((await hashFile(place)) !== file.hash)
    throw new Error(`${place} is another file here than where the grid was started.`);
  return { ...file, place };
}
