// Replicas of a network in worker threads, over one shared memory.
import { Worker } from 'node:worker_threads';
import type { Engine } from '../engine/engine.js';
import { Gradients } from '../nn/gradients.js';
import {
  type CreateReplica,
  oneReplica,
  type Replica,
  type Replicas,
  type Slice,
  slices,
  sumSlice,
} from '../nn/replicas.js';
import { createNodeEngine } from './engine.js';

/** What a thread is started with. */
export interface ThreadData {
  module: string;
  setup: unknown;
  memory: WebAssembly.Memory;
  values: number;
  blas: string | undefined;
}

/** What a thread is asked to do; it answers with a Reply. */
export type Request = { learn: unknown } | { sum: Slice; blocks: number[] };
/** A value: the address of its gradients when it has started, the result of learning, or nothing; or an error. */
export type Reply = { value: unknown } | { error: string };

export interface ThreadOptions<Setup> {
  /** The URL of a module that exports `createReplica`; threads load it for themselves. */
  module: URL;
  /** Handed to every `createReplica`; copied, so it must be plain data. */
  setup: Setup;
  threads: number;
  /** As ARCWISE_BLAS. */
  blas?: string;
}

/** Starts the threads; the first replica is in this one. */
export async function startReplicas<Setup, Share, Result>(
  options: ThreadOptions<Setup>,
): Promise<Replicas<Share, Result>> {
  const { module, setup, threads, blas } = options;
  const { createReplica } = (await import(module.href)) as {
    createReplica: CreateReplica<Setup, Share, Result>;
  };
  const engine = createNodeEngine({ shared: threads > 1, blas });
  const first = createReplica(engine, setup, undefined);
  if (threads === 1) return oneReplica(first);
  const { memory } = engine;
  const data: ThreadData = { module: module.href, setup, memory, values: first.parameters.pointer, blas };
  const others = Array.from({ length: threads - 1 }, (_, i) => new Thread(i + 2, data));
  try {
    const blocks = await Promise.all(others.map((thread) => thread.started));
    return new ThreadedReplicas(engine, first, others, blocks);
  } catch (error) {
    await Promise.all(others.map((thread) => thread.close()));
    throw error;
  }
}

class ThreadedReplicas<Share, Result> implements Replicas<Share, Result> {
  readonly threads: number;
  readonly parameters;
  #engine: Engine;
  #first: Replica<Share, Result>;
  #others: Thread[];
  /** Every replica's gradients, in order of threads. */
  #gradients: Gradients[];

  constructor(engine: Engine, first: Replica<Share, Result>, others: Thread[], blocks: number[]) {
    this.threads = 1 + others.length;
    this.parameters = first.parameters;
    this.#engine = engine;
    this.#first = first;
    this.#others = others;
    this.#gradients = [
      first.parameters.gradients,
      ...blocks.map((block) => new Gradients(first.parameters, block)),
    ];
  }

  async learn(shares: readonly Share[]): Promise<Result[]> {
    if (shares.length > this.threads) {
      throw new RangeError(`${shares.length} shares are too many for ${this.threads} threads.`);
    }
    if (shares.length === 0) return [];
    const [own, ...rest] = shares;
    const results = await this.#together(
      rest.map((share) => ({ learn: share })),
      () => this.#first.learn(own),
    );
    await this.#sum(shares.length);
    return results as Result[];
  }

  async close(): Promise<void> {
    await Promise.all(this.#others.map((thread) => thread.close()));
  }

  /** Adds the gradients of the first `count` threads to the first one's, each thread a slice. */
  async #sum(count: number): Promise<void> {
    const [first, ...others] = this.#gradients.slice(0, count);
    const blocks = [first, ...others].map(({ pointer }) => pointer);
    const [own, ...rest] = slices(this.parameters.denseSize, count);
    await this.#together(
      rest.map((sum) => ({ sum, blocks })),
      () => sumSlice(this.#engine, blocks, own),
    );
    for (const gradients of others) first.addTables(gradients);
  }

  /** Gives requests to the other threads and work to this one, and waits for all. A failure ends every thread. */
  async #together(requests: Request[], work: () => unknown): Promise<unknown[]> {
    try {
      const replies = requests.map((request, i) => this.#others[i].ask(request));
      // Awaited below; until then a failure must not count as unhandled.
      const settled = Promise.all(replies);
      settled.catch(() => {});
      return [work(), ...(await settled)];
    } catch (error) {
      await this.close();
      throw error;
    }
  }
}

/** A worker that answers one request at a time. */
class Thread {
  /** The address of its gradients. */
  readonly started: Promise<number>;
  #worker: Worker;
  #name: string;
  #failure: Error | undefined;
  #pending: { resolve(value: unknown): void; reject(error: Error): void } | undefined;

  constructor(number: number, data: ThreadData) {
    this.#name = `Thread ${number}`;
    this.#worker = new Worker(new URL('./thread.js', import.meta.url), { workerData: data });
    this.started = this.#reply() as Promise<number>;
    this.#worker.on('message', (reply: Reply) => {
      if ('error' in reply) this.#fail(reply.error);
      else this.#pending?.resolve(reply.value);
    });
    this.#worker.on('error', (error) => this.#fail(error instanceof Error ? error.message : String(error)));
    this.#worker.on('exit', (code) => this.#fail(`it ended with exit code ${code}`));
    // A thread that waits for work does not keep the program alive.
    this.#worker.unref();
  }

  ask(request: Request): Promise<unknown> {
    if (this.#failure) return Promise.reject(this.#failure);
    const reply = this.#reply();
    this.#worker.ref();
    this.#worker.postMessage(request);
    return reply.finally(() => this.#worker.unref());
  }

  async close(): Promise<void> {
    this.#failure ??= new Error(`${this.#name} is closed.`);
    await this.#worker.terminate();
  }

  #reply(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
    });
  }

  #fail(reason: string): void {
    this.#failure ??= new Error(`${this.#name} failed: ${reason}`);
    this.#pending?.reject(this.#failure);
  }
}
