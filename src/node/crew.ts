// Parsing threads that share one copy of the models; each takes the next job when it is done with one.
import { Worker } from 'node:worker_threads';
import type { WeightProducts } from '../engine/weightProducts.js';
import type { Description } from '../models/kinds.js';
import type { SharedValues } from '../nn/parameters.js';
import type { Annotation, Job } from '../pipeline/annotator.js';
import { Thread } from './thread.js';

/** What a parsing thread is started with. */
export interface ParsingThreadData {
  readonly memory: WebAssembly.Memory;
  readonly blas: string | undefined;
  readonly weights: WeightProducts;
  /** Jobs refer to groups by index; the models of a group work together. */
  readonly groups: readonly (readonly ThreadModel[])[];
}

/** A model whose values are in the shared memory. */
export interface ThreadModel {
  readonly description: Description;
  readonly values: SharedValues;
}

/** Batches under way per thread: the one that it works on, and one that waits before or after. */
export const AHEAD = 2;

/** A thread died and could not be replaced. */
export class CrewError extends Error {
  override readonly name = 'CrewError';
}

/** Replaces threads that die. */
export class Crew {
  readonly #data: ParsingThreadData;
  #threads: Thread[];
  #free: Thread[];
  #waiting: ((thread: Thread) => void)[] = [];
  #isClosed = false;

  constructor(threads: number, data: ParsingThreadData) {
    this.#data = data;
    this.#threads = Array.from({ length: threads }, (_, i) => this.#thread(i));
    this.#free = [...this.#threads];
  }

  async started(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.started));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  async *annotate(jobs: AsyncIterable<Job>): AsyncGenerator<Annotation[]> {
    const iterator = jobs[Symbol.asyncIterator]();
    const underWay: Promise<Annotation[]>[] = [];
    let failure: { error: unknown } | undefined;
    try {
      for (;;) {
        // Still yield the results for everything read before an error in the input.
        const next = await iterator.next().catch((error: unknown) => {
          failure = { error };
          return undefined;
        });
        if (!next || next.done) break;
        const annotations = this.give(next.value);
        // It is awaited later; until then a failure must not count as unhandled.
        annotations.catch(() => {});
        underWay.push(annotations);
        if (underWay.length === AHEAD * this.#threads.length) yield await (underWay.shift() ?? []);
      }
      for (const annotations of underWay) yield await annotations;
    } finally {
      // Closes the input when the consumer stops early.
      await iterator.return?.();
    }
    if (failure) throw failure.error;
  }

  /** Does one job, as soon as a thread is free. */
  async give(job: Job): Promise<Annotation[]> {
    let thread = this.#free.pop() ?? (await new Promise<Thread>((resolve) => this.#waiting.push(resolve)));
    try {
      if (thread.isDead && !this.#isClosed) thread = await this.#another(thread);
      return (await thread.ask(job)) as Annotation[];
    } finally {
      const next = this.#waiting.shift();
      if (next) next(thread);
      else this.#free.push(thread);
    }
  }

  /** Starts a replacement for a dead thread. */
  async #another(dead: Thread): Promise<Thread> {
    const at = this.#threads.indexOf(dead);
    const thread = this.#thread(at);
    // Before it has started, so that close() includes it.
    this.#threads[at] = thread;
    try {
      await thread.started;
      return thread;
    } catch (error) {
      this.#threads[at] = dead;
      const reason = error instanceof Error ? error.message : String(error);
      throw new CrewError(`A thread that died cannot be replaced: ${reason}`, { cause: error });
    }
  }

  #thread(at: number): Thread {
    const worker = new Worker(new URL('./parsingThread.js', import.meta.url), { workerData: this.#data });
    return new Thread(`Thread ${at + 1}`, worker);
  }
}
