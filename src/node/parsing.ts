// Parsing with model files and any number of threads, which share one copy of the models.
import type { Sentence } from '../conllu/sentence.js';
import { Ensemble } from '../model/ensemble.js';
import { type Description, descriptionOf } from '../model/kinds.js';
import { ModelFileError } from '../model/safetensors.js';
import { loadParser } from '../model/saved.js';
import type { Analysis, Sentences } from '../pipeline/analysis.js';
import type { ParseOptions } from '../pipeline/options.js';
import type { ParsedSentence } from '../pipeline/parsedSentence.js';
import { Pipeline } from '../pipeline/pipeline.js';
import { createNodeEngine } from './engine.js';
import { Thread } from './thread.js';

export interface ParsingOptions extends ParseOptions {
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
  readonly options: ParseOptions;
  readonly models: readonly ThreadModel[];
}

/** A model whose values lie at an address of the memory. */
export interface ThreadModel {
  readonly description: Description;
  readonly values: number;
}

/** Batches under way for each thread: one that it works on, one that is ready before or after. */
const AHEAD = 2;

/** Starts parsing with a model file, or an ensemble of several; with names, an error says which file is meant. */
export async function startParsing(
  models: readonly ModelSource[],
  { threads = 1, blas, ...options }: ParsingOptions = {},
): Promise<Parsing> {
  const engine = createNodeEngine({ shared: threads > 1, blas });
  const parsers = models.map(({ bytes, name }, at) => {
    try {
      return loadParser(engine, bytes, `model ${at + 1}`).model;
    } catch (error) {
      if (name === undefined || !(error instanceof Error)) throw error;
      throw new ModelFileError(`${name}: ${error.message}`);
    }
  });
  const pipeline = new Pipeline(new Ensemble(parsers), options);
  if (threads === 1) return new Parsing(pipeline, []);
  const data: ParsingThreadData = {
    memory: engine.memory,
    blas,
    options,
    models: parsers.map((parser) => ({
      description: descriptionOf(parser),
      values: parser.parameters.pointer,
    })),
  };
  const script = new URL('./parsingThread.js', import.meta.url);
  const started = Array.from({ length: threads }, (_, i) => new Thread(`Thread ${i + 1}`, script, data));
  const parsing = new Parsing(pipeline, started);
  try {
    await Promise.all(started.map((thread) => thread.started));
    return parsing;
  } catch (error) {
    await parsing.close();
    throw error;
  }
}

export class Parsing {
  readonly pipeline: Pipeline;
  #threads: readonly Thread[];
  #free: Thread[];
  #waiting: ((thread: Thread) => void)[] = [];

  constructor(pipeline: Pipeline, threads: readonly Thread[]) {
    this.pipeline = pipeline;
    this.#threads = threads;
    this.#free = [...threads];
  }

  /** Parses a stream, in order; however long it is, only a few batches of it are held at a time. */
  parse(sentences: AsyncIterable<Sentence>): AsyncGenerator<ParsedSentence> {
    if (this.#threads.length === 0) return this.pipeline.stream(sentences);
    return this.pipeline.stream(sentences, (batches) => this.#analyses(batches));
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  async *#analyses(batches: AsyncIterable<Sentences>): AsyncGenerator<Analysis[]> {
    const iterator = batches[Symbol.asyncIterator]();
    const underWay: Promise<Analysis[]>[] = [];
    let failure: { error: unknown } | undefined;
    for (;;) {
      // What was read before an error in the input is still given out.
      const next = await iterator.next().catch((error: unknown) => {
        failure = { error };
        return undefined;
      });
      if (!next || next.done) break;
      const analyses = this.#analyze(next.value);
      // It is awaited in its turn; until then a failure must not count as unhandled.
      analyses.catch(() => {});
      underWay.push(analyses);
      if (underWay.length === AHEAD * this.#threads.length) yield await (underWay.shift() ?? []);
    }
    for (const analyses of underWay) yield await analyses;
    if (failure) throw failure.error;
  }

  async #analyze(batch: Sentences): Promise<Analysis[]> {
    const thread = this.#free.pop() ?? (await new Promise<Thread>((resolve) => this.#waiting.push(resolve)));
    try {
      return (await thread.ask(batch)) as Analysis[];
    } finally {
      const next = this.#waiting.shift();
      if (next) next(thread);
      else this.#free.push(thread);
    }
  }
}
