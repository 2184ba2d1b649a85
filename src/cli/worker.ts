// arcwise worker: runs training jobs and parsing shards from a queue until it is stopped.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { startWorker } from '../experiment/worker.js';
import { count } from '../options/optionValues.js';
import { type Options, type Usage, UsageError } from '../options/usage.js';

/** Seconds without a sign of life after which a worker's job goes to another one. */
const defaultLease = 30;

const options = {
  queue: { type: 'string', required: true, takes: 'redis://…', help: 'the address of the Redis server' },
  workers: { type: 'string', takes: 'N', help: 'parallel jobs; by default one per core' },
  work: {
    type: 'string',
    takes: 'FOLDER',
    help: 'the folder for models and checkpoints, instead of the one that the job names',
  },
  lease: {
    type: 'string',
    takes: 'SECONDS',
    help: `after this long without a sign of life, its job goes to another worker (default: ${defaultLease})`,
  },
} as const satisfies Options;

export const usage: Usage = [
  {
    call: 'worker',
    about: 'Runs training jobs and parsing shards from a queue until it is stopped.',
    options,
  },
];

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options });
  if (values.queue === undefined)
    throw new UsageError('Give the address of the queue with --queue redis://….');
  const worker = await startWorker(values.queue, {
    workers: count('--workers', values.workers) ?? availableParallelism(),
    work: values.work,
    lease: count('--lease', values.lease) ?? defaultLease,
    report: (line) => console.error(line),
  });
  console.error('Waiting for jobs.');
  await new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
  await worker.close();
}
