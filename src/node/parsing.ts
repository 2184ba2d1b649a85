// Parsing with model files and any number of threads, which share one copy of the models.
import { Worker } from 'node:worker_threads';
import type { Engine } from '../engine/engine.js';
import { ModelFileError } from '../modelfile/safetensors.js';
import { loadModels, type Parts, partsOf } from '../models/bundle.js';
import { type Description, descriptionOf, type Model } from '../models/kinds.js';
import type { Card } from '../models/saved.js';
import type { Annotation, Job } from '../pipeline/annotator.js';
import { Pipeline } from '../pipeline/pipeline.js';
import { createNodeEngine } from './engine.js';
import { chooseProvider } from './provider.js';
import { Thread } from './thread.js';

/** What a pipeline runs on. */
export interface PipelineOptions {
  /** One by default: then everything runs in this thread. */
  readonly threads?: number;
  /** Instead of ARCWISE_BLAS. */
  readonly blas?: string;
}

/** The bytes of a model file, and what to call it in messages. */
export interface ModelSource {
  readonly bytes: Uint8Array;
  readonly name?: string;
}

/** What a parsing thread is started with. */
export interface ParsingThreadData {
  readonly memory: WebAssembly.Memory;
  readonly blas: string | undefined;
  readonly models: readonly ThreadModel[];
}

/** A model whose values lie at an address of the memory. */
export interface ThreadModel {
  readonly description: Description;
  readonly values: number;
}

/** Batches under way for each thread: one that it works on, one that is ready before or after. */
const AHEAD = 2;

/** A pipeline whose threads are to be ended. */
export interface RunningPipeline {
  readonly pipeline: Pipeline;
  close(): Promise<void>;
}

/** Models, and the threads that do jobs with them. */
export interface RunningCrew {
  readonly parts: Parts;
  /** What the files say about themselves. */
  readonly cards: readonly Card[];
  readonly crew: Crew;
}

/** Starts a pipeline with the models of one or more files; with names, an error says which file is meant. */
export async function startPipeline(
  files: readonly ModelSource[],
  { threads = 1, blas }: PipelineOptions = {},
): Promise<RunningPipeline> {
  if (threads === 1) {
    const { parts } = loadParts(createNodeEngine({ blas }), files);
    return { pipeline: new Pipeline(parts), close: async () => {} };
  }
  const { parts, crew } = await startCrew(files, { threads, blas });
  return { pipeline: new Pipeline(parts, (jobs) => crew.annotate(jobs)), close: () => crew.close() };
}

/** Starts threads beside this one, which stays free for other work even if there is only one of them. */
export async function startCrew(
  files: readonly ModelSource[],
  { threads = 1, blas }: PipelineOptions = {},
): Promise<RunningCrew> {
  const engine = createNodeEngine({ shared: true, blas });
  const { parts, cards } = loadParts(engine, files);
  const { tagger, parsers } = parts;
  const data: ParsingThreadData = {
    memory: engine.memory,
    // All threads multiply alike, whatever each would measure.
    blas: chooseProvider(blas).name,
    models: [...(tagger ? [tagger] : []), ...parsers].map((model: Model) => ({
      description: descriptionOf(model),
      values: model.parameters.pointer,
    })),
  };
  const crew = new Crew(threads, data);
  try {
    await crew.started();
    return { parts, cards, crew };
  } catch (error) {
    await crew.close();
    throw error;
  }
}

function loadParts(engine: Engine, files: readonly ModelSource[]): { parts: Parts; cards: Card[] } {
  const saved = files.map(({ bytes, name }, at) => {
    try {
      return loadModels(engine, bytes, `model ${at + 1}`);
    } catch (error) {
      if (name === undefined || !(error instanceof Error)) throw error;
      throw new ModelFileError(`${name}: ${error.message}`);
    }
  });
  return { parts: partsOf(saved.flatMap(({ models }) => models)), cards: saved.map(({ card }) => card) };
}

/** Threads that take the next job when they are done with one; one that dies is replaced. */
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
        // What was read before an error in the input is still given out.
        const next = await iterator.next().catch((error: unknown) => {
          failure = { error };
          return undefined;
        });
        if (!next || next.done) break;
        const annotations = this.give(next.value);
        // It is awaited in its turn; until then a failure must not count as unhandled.
        annotations.catch(() => {});
        underWay.push(annotations);
        if (underWay.length === AHEAD * this.#threads.length) yield await (underWay.shift() ?? []);
      }
      for (const annotations of underWay) yield await annotations;
    } finally {
      // Whoever has seen enough leaves no file open.
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

  /** A thread in the place of one that has died. */
  async #another(dead: Thread): Promise<Thread> {
    const at = this.#threads.indexOf(dead);
    const thread = this.#thread(at);
    // At once, so that it is closed with the others.
    this.#threads[at] = thread;
    try {
      await thread.started;
      return thread;
    } catch (error) {
      this.#threads[at] = dead;
      throw error;
    }
  }

  #thread(at: number): Thread {
    const worker = new Worker(new URL('./parsingThread.js', import.meta.url), { workerData: this.#data });
    return new Thread(`Thread ${at + 1}`, worker);
  }
}
