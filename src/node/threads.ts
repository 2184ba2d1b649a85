// Data-parallel work: replicas of one network in worker threads share its values; each has its own gradients, which are
// summed in a fixed order. The result for a given number of threads is thus the same to the byte.
import { Worker } from 'node:worker_threads';
import type { Engine } from '../engine/engine.js';
import { type Adam, type Update, updateDense } from '../nn/adam.js';
import { Gradients, sumDense } from '../nn/gradients.js';
import type { Parameters } from '../nn/parameters.js';
import { chooseProvider } from './provider.js';
import { Thread, threadArguments } from './thread.js';

export interface Replica<Task, Result> {
  readonly parameters: Parameters;
  /** Does a task; learning adds to the replica's gradients. Randomness must come with the task, such as a seed. */
  run(task: Task): Result;
}

/** Exported by the module of the other threads: creates a replica whose values are at an address. */
export type CreateReplica<Setup, Task, Result> = (
  engine: Engine,
  setup: Setup,
  values: number,
) => Promise<Replica<Task, Result>>;

export interface ThreadOptions {
  threads: number;
  /** The URL of a module that exports `createReplica`; each thread loads it. */
  module: URL;
  /** Passed to every `createReplica`: plain data, since it is copied. */
  setup: unknown;
  /** Overrides ARCWISE_BLAS. */
  blas?: string;
}

/** What a thread is started with. */
export interface ThreadData extends Omit<ThreadOptions, 'threads' | 'module'> {
  module: string;
  memory: WebAssembly.Memory;
  values: number;
}

/** Asks a thread for tasks, optionally after clearing its gradients; for a slice of their sum; or a slice of a step. */
export type Request =
  | { tasks: unknown[]; clear: boolean }
  | { blocks: number[]; from: number; to: number }
  | { update: Update; from: number; to: number };

/** Adds replicas to the first one, which belongs to this thread and whose engine has shared memory. */
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
    const worker = new Worker(new URL('./replicaThread.js', import.meta.url), {
      workerData: data,
      execArgv: threadArguments(),
    });
    return new Thread(`Thread ${i + 2}`, worker);
  });
  try {
    // The first message of a replica is the address of its gradients.
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
  /** The gradients of all replicas, in thread order. */
  #gradients: Gradients[];
  /** The sum of the squares of the summed dense gradients. */
  #squares: number | undefined;

  constructor(first: Replica<Task, Result>, others: Thread[], blocks: number[]) {
    const { parameters } = first;
    this.threads = 1 + others.length;
    this.#first = first;
    this.#others = others;
    this.#gradients = [parameters.gradients, ...blocks.map((block) => new Gradients(parameters, block))];
  }

  /** Runs tasks, dealt to the threads in turn, and adds all gradients to those of the first replica. */
  async learn(tasks: readonly Task[]): Promise<Result[]> {
    const results = await this.#deal(tasks, true);
    this.#squares = await this.#sum(Math.min(tasks.length, this.threads));
    return results;
  }

  /** Takes one step along the gradients divided by `divisor`; each thread updates a slice of the dense parameters. */
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

  /** Adds the gradients of the first `count` threads to those of the first; each thread sums a slice. */
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

  /** Sends requests to the other threads, does `work` in this one, and waits for all. A failure ends every thread. */
  async #together(requests: Request[], work: () => unknown): Promise<unknown[]> {
    try {
      const replies = Promise.all(requests.map((request, i) => this.#others[i].ask(request)));
      // Awaited after this thread's own work; until then a failure must not count as unhandled.
      replies.catch(() => {});
      return [work(), ...(await replies)];
    } catch (error) {
      await this.close();
      throw error;
    }
  }
}

/** Cuts at cache lines, so that no two threads write to the same one. */
function slices(size: number, parts: number): { from: number; to: number }[] {
  const length = Math.ceil(size / parts / 16) * 16;
  return Array.from({ length: parts }, (_, part) => ({
    from: Math.min(size, part * length),
    to: Math.min(size, (part + 1) * length),
  }));
}
