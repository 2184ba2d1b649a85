// arcwise worker: takes trainings and shards of sentences from a queue until it is stopped.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { startWorker } from '../experiment/worker.js';
import { count } from './options.js';
import { type Options, type Usage, UsageError } from './usage.js';

/** Seconds without a sign of life after which a worker's job is given to another. */
const usualLease = 30;

const options = {
  queue: { type: 'string', required: true, takes: 'redis://…', help: 'the address of the Redis server' },
  workers: { type: 'string', takes: 'N', help: 'jobs at a time; without it one for each core' },
  work: {
    type: 'string',
    takes: 'FOLDER',
    help: 'where models and checkpoints are kept instead of the folder that the job names',
  },
  lease: {
    type: 'string',
    takes: 'SECONDS',
    help: `without a sign of life for so long, its job is given to another; without it ${usualLease}`,
  },
} as const satisfies Options;

export const usage: Usage = [
  {
    call: 'worker',
    about: 'Takes trainings and shards of sentences from a queue until it is stopped.',
    options,
  },
];

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options });
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
