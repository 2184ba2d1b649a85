// Data-parallel work: replicas of one network in worker threads share its values, each has gradients of its own, and
// these are summed in a fixed order. One number of threads thus gives one result, to the byte.
import { Worker } from 'node:worker_threads';
import type { Engine } from '../engine/engine.js';
import { type Adam, type Update, updateDense } from '../nn/adam.js';
import { Gradients, sumDense } from '../nn/gradients.js';
import type { Parameters } from '../nn/parameters.js';
import { chooseProvider } from './provider.js';
import { Thread } from './thread.js';

export interface Replica<Task, Result> {
  readonly parameters: Parameters;
  /** Does a task; when it learns, it adds to its own gradients. Randomness must come with the task, say as a seed. */
  run(task: Task): Result;
}

/** What the module of the other threads exports: builds a replica whose values lie at an address. */
export type CreateReplica<Setup, Task, Result> = (
  engine: Engine,
  setup: Setup,
  values: number,
) => Replica<Task, Result>;

export interface ThreadOptions {
  threads: number;
  /** The URL of a module that exports `createReplica`; each thread loads it for itself. */
  module: URL;
  /** Handed to every `createReplica`: plain data, since it is copied. */
  setup: unknown;
  /** Instead of ARCWISE_BLAS. */
  blas?: string;
}

/** What a thread is started with. */
export interface ThreadData extends Omit<ThreadOptions, 'threads' | 'module'> {
  module: string;
  memory: WebAssembly.Memory;
  values: number;
}

/** What a thread is asked to do: tasks, before which it may have to clear its gradients; a part of their sum, or of a step. */
export type Request =
  | { tasks: unknown[]; clear: boolean }
  | { blocks: number[]; from: number; to: number }
  | { update: Update; from: number; to: number };

/** Puts replicas beside the first one, which is this thread's and whose engine has shared memory. */
export async function startReplicas<Task, Result>(
  first: Replica<Task, Result>,
  { threads, module, ...options }: ThreadOptions,
): Promise<Replicas<Task, Result>> {
  const { engine, pointer } = first.parameters;
  const data: ThreadData = {
    ...options,
    blas: chooseProvider(options.blas).name,
    module: module.href,
    memory: engine.memory,
    values: pointer,
  };
  const others = Array.from({ length: threads - 1 }, (_, i) => {
    const worker = new Worker(new URL('./replicaThread.js', import.meta.url), { workerData: data });
    return new Thread(`Thread ${i + 2}`, worker);
  });
  try {
    // A replica begins by telling the address of its gradients.
    const blocks = (await Promise.all(others.map((thread) => thread.started))) as number[];
    return new Replicas(first, others, blocks);
  } catch (error) {
    await Promise.all(others.map((thread) => thread.close()));
    throw error;
  }
}

export class Replicas<Task, Result> {
  readonly threads: number;
  #first: Replica<Task, Result>;
  #others: Thread[];
  /** Every replica's gradients, in the order of threads. */
  #gradients: Gradients[];
  /** The squares of the dense gradients' sum, added up. */
  #squares: number | undefined;

  constructor(first: Replica<Task, Result>, others: Thread[], blocks: number[]) {
    const { parameters } = first;
    this.threads = 1 + others.length;
    this.#first = first;
    this.#others = others;
    this.#gradients = [parameters.gradients, ...blocks.map((block) => new Gradients(parameters, block))];
  }

  /** Runs tasks, each thread every n-th of them, and adds all gradients to the first replica's. */
  async learn(tasks: readonly Task[]): Promise<Result[]> {
    const results = await this.#deal(tasks, true);
    this.#squares = await this.#sum(Math.min(tasks.length, this.threads));
    return results;
  }

  /** One step down the gradients divided by `divisor`, each thread a slice of the dense parameters. */
  async step(adam: Adam, divisor: number): Promise<void> {
    const { parameters } = this.#first;
    const update = adam.begin(parameters.gradients.norm(this.#squares) / divisor, divisor);
    const [own, ...rest] = slices(parameters.denseSize, this.threads);
    const requests = rest.map((slice) => ({ ...slice, update }));
    await this.#together(requests, () => updateDense(parameters, update, own.from, own.to));
    adam.end(update);
  }

  /** Runs tasks that do not learn. */
  run(tasks: readonly Task[]): Promise<Result[]> {
    return this.#deal(tasks, false);
  }

  async close(): Promise<void> {
    await Promise.all(this.#others.map((thread) => thread.close()));
  }

  async #deal(tasks: readonly Task[], clear: boolean): Promise<Result[]> {
    const { threads } = this;
    const hands = Array.from({ length: Math.min(tasks.length, threads) }, (_, t) =>
      tasks.filter((_, i) => i % threads === t),
    );
    const requests = hands.slice(1).map((hand) => ({ tasks: hand, clear }));
    const own = () => hands[0]?.map((task) => this.#first.run(task));
    const results = (await this.#together(requests, own)) as Result[][];
    return tasks.map((_, i) => results[i % threads][Math.floor(i / threads)]);
  }

  /** Adds the gradients of the first `count` threads to the first one's, each thread a slice of them. */
  async #sum(count: number): Promise<number | undefined> {
    if (count <= 1) return undefined;
    const { denseSize, engine } = this.#first.parameters;
    const [first, ...others] = this.#gradients.slice(0, count);
    const blocks = [first, ...others].map(({ pointer }) => pointer);
    const [own, ...rest] = slices(denseSize, count);
    const requests = rest.map((slice) => ({ ...slice, blocks }));
    const squares = await this.#together(requests, () => sumDense(engine, blocks, own.from, own.to));
    for (const gradients of others) first.addTables(gradients);
    return (squares as number[]).reduce((sum, part) => sum + part);
  }

  /** Gives requests to other threads and work to this one, and waits for all. A failure ends every thread. */
  async #together(requests: Request[], work: () => unknown): Promise<unknown[]> {
    try {
      const replies = Promise.all(requests.map((request, i) => this.#others[i].ask(request)));
      // It is awaited after this thread's own work; until then a failure must not count as unhandled.
      replies.catch(() => {});
      return [work(), ...(await replies)];
    } catch (error) {
      await this.close();
      throw error;
    }
  }
}

/** Cuts at cache lines, so that no two threads write to one. */
function slices(size: number, parts: number): { from: number; to: number }[] {
  const length = Math.ceil(size / parts / 16) * 16;
  return Array.from({ length: parts }, (_, part) => ({
    from: Math.min(size, part * length),
    to: Math.min(size, (part + 1) * length),
  }));
}
