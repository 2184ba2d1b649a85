// Jobs on Redis by BullMQ, which workers on any machine take; both packages are optional and loaded only here.
import type { Job, Queue } from 'bullmq';

/** What is asked of a worker; the id is made of the content, so that the same job is never there twice. */
export interface QueuedJob {
  readonly id: string;
  readonly name: 'cell' | 'shard';
  readonly data: unknown;
}

/** How a job is doing. */
export type JobState =
  | { readonly state: 'waiting' }
  | { readonly state: 'running'; readonly progress: unknown }
  | { readonly state: 'done'; readonly value: unknown }
  | { readonly state: 'failed'; readonly reason: string };

export const queueName = 'jobs';
/** The first part of all keys in Redis. */
export const prefix = 'arcwise';
/** A job is tried so often; the wait before each further time is twice the last one. */
const attempts = 3;
const firstWait = 2000;
/** Milliseconds within which Redis must answer at first. */
const patience = 5000;

/** BullMQ, if it is installed together with the client that it needs. */
export async function loadBullmq(): Promise<typeof import('bullmq')> {
  try {
    await import('ioredis');
    return await import('bullmq');
  } catch {
    throw new Error('The queue needs two more packages: npm install bullmq ioredis.');
  }
}

/** Makes sure that Redis can be reached, since BullMQ itself would wait for it for ever; gives what is to connect with. */
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
    // The event says more than the rejection, which is about the connection having been closed.
    if (reason === 'it does not answer' && error instanceof Error) reason = error.message;
    // A password in the address is nobody's business.
    throw new Error(`Redis cannot be reached at ${new URL(url).host} (${reason}).`);
  } finally {
    client.disconnect();
  }
  return { url, maxRetriesPerRequest: null };
}

/** The side of the queue that asks. While Redis is away every call waits for it to come back. */
export class JobQueue {
  readonly #queue: Queue;

  constructor(queue: Queue) {
    this.#queue = queue;
  }

  /** Opens the queue of a Redis server; `tell` hears when Redis goes away. */
  static async open(url: string, tell: (line: string) => void): Promise<JobQueue> {
    const connection = await connectionTo(url);
    const { Queue } = await loadBullmq();
    const queue: Queue = new Queue(queueName, { connection, prefix });
    queue.on('error', oncePerOutage(tell));
    return new JobQueue(queue);
  }

  /** Puts a job on the queue unless it is there; one that has failed before gets another chance. */
  async start(job: QueuedJob): Promise<void> {
    if ((await this.#queue.getJobState(job.id)) === 'failed') await this.remove(job);
    await this.#add(job);
  }

  /** How a job is doing; one that Redis has lost is put on the queue again. */
  async look(job: QueuedJob): Promise<JobState> {
    const state = await this.#queue.getJobState(job.id);
    // Asked for after its state: what is finished stays as it is.
    const found: Job | undefined = await this.#queue.getJob(job.id);
    if (!found) {
      await this.#add(job);
      return { state: 'waiting' };
    }
    if (state === 'completed') return { state: 'done', value: found.returnvalue };
    if (state === 'failed') return { state: 'failed', reason: found.failedReason };
    return state === 'active' ? { state: 'running', progress: found.progress } : { state: 'waiting' };
  }

  /** Takes a job away whose outcome is known. */
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

/** Tells that Redis is away, but not every time that it is tried again. */
export function oncePerOutage(tell: (line: string) => void): (error: Error) => void {
  let told = Number.NEGATIVE_INFINITY;
  return ({ message }) => {
    const now = performance.now();
    if (now - told > 10_000) tell(`The queue has a problem, and is tried again: ${message}`);
    told = now;
  };
}
