// Threads that share the work on batches. Each has its next job before it is done with one.
import type { Annotation, Job, SplittingJob } from '../pipeline/annotator.js';
import type { Delegates } from '../pipeline/pipeline.js';
import type { CharacterNumbers } from '../splitter/alphabet.js';
import { type AnsweringThread, NotReached } from './answeringThread.js';

/** Jobs under way per thread: the one that it works on, and its next. */
export const AHEAD = 2;

/** A thread died and could not be replaced. */
export class CrewError extends Error {
  override readonly name = 'CrewError';
}

/** Replaces threads that die. */
export class Crew {
  readonly #start: (at: number) => AnsweringThread;
  #threads: AnsweringThread[];
  /** Jobs for which no thread has room. */
  #waiting: (() => void)[] = [];
  #isClosed = false;

  /** `start` starts the thread of an index; it answers jobs. */
  constructor(threads: number, start: (at: number) => AnsweringThread) {
    this.#start = start;
    this.#threads = Array.from({ length: threads }, (_, at) => start(at));
  }

  /** Waits until all have started; closes them if one fails to. */
  async started(): Promise<void> {
    try {
      await Promise.all(this.#threads.map((thread) => thread.started));
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  /** For a pipeline that leaves all work to these threads. */
  get delegates(): Delegates {
    return { annotate: (jobs) => this.annotate(jobs), decide: (pieces) => this.decide(pieces) };
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

  /** The number of threads without a job. */
  get idle(): number {
    return this.#threads.filter(({ load }) => load === 0).length;
  }

  /** Does one job, as soon as a thread has room for it. */
  async give(job: Job): Promise<Annotation[]> {
    return (await this.#ask(job)) as Annotation[];
  }

  /** The decisions for the characters of some pieces of text, as soon as a thread has room for them. */
  async decide(pieces: readonly CharacterNumbers[]): Promise<Uint8Array[]> {
    return (await this.#ask({ pieces })) as Uint8Array[];
  }

  async #ask(job: Job | SplittingJob): Promise<unknown> {
    for (;;) {
      let thread = this.#freest();
      while (thread.load >= AHEAD) {
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
        thread = this.#freest();
      }
      try {
        if (thread.isDead && !this.#isClosed) thread = await this.#another(thread);
        return await thread.ask(job);
      } catch (error) {
        if (!(error instanceof NotReached)) throw error;
      } finally {
        for (const wake of this.#waiting.splice(0)) wake();
      }
    }
  }

  #freest(): AnsweringThread {
    return this.#threads.reduce((freest, thread) => (thread.load < freest.load ? thread : freest));
  }

  /** Starts a replacement for a dead thread. */
  async #another(dead: AnsweringThread): Promise<AnsweringThread> {
    const at = this.#threads.indexOf(dead);
    const thread = this.#start(at);
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
}
