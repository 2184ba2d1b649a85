// The queue of jobs on Redis, by BullMQ; workers on any machine take them. Both packages are optional and loaded only here.
import type { Job, Queue } from 'bullmq';

/** A job for a worker; its id is a hash of its content, so that the same job is never queued twice. */
export interface QueuedJob {
  readonly id: string;
  readonly name: 'cell' | 'shard';
  readonly data: unknown;
}

/** The state of a job. */
export type JobState =
  | { readonly state: 'waiting' }
  | { readonly state: 'running'; readonly progress: unknown }
  | { readonly state: 'done'; readonly value: unknown }
  | { readonly state: 'failed'; readonly reason: string };

export const queueName = 'jobs';
/** The prefix of all keys in Redis. */
export const prefix = 'arcwise';
/** The number of attempts per job; the delay doubles each time. */
const attempts = 3;
const firstWait = 2000;
/** Milliseconds within which Redis must answer the first time. */
const patience = 5000;

/** Loads BullMQ, which must be installed with its Redis client. */
export async function loadBullmq(): Promise<typeof import('bullmq')> {
  try {
    await import('ioredis');
    return await import('bullmq');
  } catch {
    throw new Error('The queue needs two more packages: npm install bullmq ioredis.');
  }
}

/** Makes sure that Redis is reachable, because BullMQ would wait forever; returns the connection options. */
export async function connectionTo(url: string): Promise<{ url: string; maxRetriesPerRequest: null }> {
  await loadBullmq();
  if (!/^rediss?:\/\//.test(url) || !URL.canParse(url)) {
    throw new Error(`The address of a queue is redis://HOST:PORT, not "${url}".`);
  }
  const { Redis } = await import('ioredis');
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: patience,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  });
  let reason = 'it does not answer';
  client.on('error', ({ message }: Error) => {
    reason = message;
  });
  try {
    await client.connect();
    await client.ping();
  } catch (error) {
    // The event has the cause; the rejection only says that the connection was closed.
    if (reason === 'it does not answer' && error instanceof Error) reason = error.message;
    // The address may contain a password, so show only the host.
    throw new Error(`Redis cannot be reached at ${new URL(url).host} (${reason}).`);
  } finally {
    client.disconnect();
  }
  return { url, maxRetriesPerRequest: null };
}

/** The client side of the queue. While Redis is down, every call waits for it. */
export class JobQueue {
  readonly #queue: Queue;

  constructor(queue: Queue) {
    this.#queue = queue;
  }

  /** Opens the queue of a Redis server; `report` is called when Redis goes down. */
  static async open(url: string, report: (line: string) => void): Promise<JobQueue> {
    const connection = await connectionTo(url);
    const { Queue } = await loadBullmq();
    const queue: Queue = new Queue(queueName, { connection, prefix });
    queue.on('error', oncePerOutage(report));
    return new JobQueue(queue);
  }

  /** Adds a job to the queue unless it is there; a failed job is retried. */
  async start(job: QueuedJob): Promise<void> {
    if ((await this.#queue.getJobState(job.id)) === 'failed') await this.remove(job);
    await this.#add(job);
  }

  /** The state of a job; a job that Redis has lost is queued again. */
  async poll(job: QueuedJob): Promise<JobState> {
    const state = await this.#queue.getJobState(job.id);
    // Fetched after the state, because a finished job no longer changes.
    const found: Job | undefined = await this.#queue.getJob(job.id);
    if (!found) {
      await this.#add(job);
      return { state: 'waiting' };
    }
    if (state === 'completed') return { state: 'done', value: found.returnvalue };
    if (state === 'failed') return { state: 'failed', reason: found.failedReason };
    return state === 'active' ? { state: 'running', progress: found.progress } : { state: 'waiting' };
  }

  /** Removes a job whose outcome is known. */
  async remove({ id }: QueuedJob): Promise<void> {
    await this.#queue.remove(id);
  }

  async close(): Promise<void> {
    await this.#queue.close();
  }

  async #add({ id, name, data }: QueuedJob): Promise<void> {
    const backoff = { type: 'exponential', delay: firstWait };
    await this.#queue.add(name, data, { jobId: id, attempts, backoff });
  }
}

/** Reports that Redis is down, but not at every retry. */
export function oncePerOutage(report: (line: string) => void): (error: Error) => void {
  let reported = Number.NEGATIVE_INFINITY;
  return ({ message }) => {
    const now = performance.now();
    if (now - reported > 10_000) report(`The queue has a problem; retrying: ${message}`);
    reported = now;
  };
}
