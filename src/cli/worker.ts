// arcwise worker: takes trainings and shards of sentences from a queue until it is stopped.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { startWorker } from '../experiment/worker.js';
import { count } from './options.js';
import { UsageError } from './usage.js';

export const usage = 'arcwise worker --queue redis://… [--workers N] [--work FOLDER] [--lease SECONDS]';

/** Seconds without a sign of life after which a worker's job is given to another. */
const usualLease = 30;

export async function run(args: string[]): Promise<void> {
  const string = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: { queue: string, workers: string, work: string, lease: string },
  });
  if (values.queue === undefined)
    throw new UsageError('Which queue? Give its address with --queue redis://….');
  const worker = await startWorker(values.queue, {
    workers: count('--workers', values.workers) ?? availableParallelism(),
    work: values.work,
    lease: count('--lease', values.lease) ?? usualLease,
    tell: (line) => console.error(line),
  });
  console.error('Waiting for jobs.');
  await new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
  await worker.close();
}
