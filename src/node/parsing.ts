// Starts parsing with model files and any number of threads, which share one copy of the models.
import { Worker } from 'node:worker_threads';
import { createEngine, type Engine } from '../engine/engine.js';
import { Crew } from '../library/crew.js';
import { type SharedModels, sharedModelsOf } from '../library/sharedModels.js';
import { ModelFileError } from '../modelfile/safetensors.js';
import { loadModels, type SavedModels } from '../models/bundle.js';
import { type Parts, partsOf } from '../models/parts.js';
import type { Card } from '../models/saved.js';
import { type Annotation, Annotator, type Job } from '../pipeline/annotator.js';
import { Pipeline } from '../pipeline/pipeline.js';
import type { CharacterNumbers } from '../splitter/alphabet.js';
import { createNodeEngine } from './nodeEngine.js';
import { chooseProvider, wishOf } from './provider.js';
import { Thread, threadArguments } from './thread.js';

/** What a pipeline runs on. */
export interface PipelineOptions {
  /** One by default: then everything runs in this thread. */
  readonly threads?: number;
  /** Overrides ARCWISE_BLAS. */
  readonly blas?: string;
}

/** The bytes of a model file, and its name for messages. */
export interface ModelSource {
  readonly bytes: Uint8Array;
  readonly name?: string;
}

/** A pipeline whose threads must be closed. */
export interface RunningPipeline {
  readonly pipeline: Pipeline;
  /** What the files say about themselves. */
  readonly cards: readonly Card[];
  close(): Promise<void>;
}

/** The models of one or more files, which work together. */
export interface LoadedModels {
  readonly parts: Parts;
  /** What the files say about themselves. */
  readonly cards: readonly Card[];
}

/** What a parsing thread is started with. */
export interface ParsingThreadData extends SharedModels {
  /** All threads must multiply alike, whatever each would measure. */
  readonly blas: string;
  /** Whether the thread that asks comes first where there are fewer cores than threads. */
  readonly yields: boolean;
}

/** Models, and the threads that do jobs with them. */
export interface RunningCrew {
  /** Jobs refer to them by index. */
  readonly loaded: readonly LoadedModels[];
  readonly crew: Crew;
}

/** Starts a pipeline with the models of one or more files; errors mention the file if it has a name. */
export async function startPipeline(
  files: readonly ModelSource[],
  options: PipelineOptions = {},
): Promise<RunningPipeline> {
  const { threads = 1, blas } = options;
  if (threads === 1) {
    const { parts, cards } = await loadParts(createNodeEngine({ blas }), files, 'model');
    return { pipeline: new Pipeline(parts), cards, close: async () => {} };
  }
  const { loaded, crew } = await startCrew([files], options);
  return {
    pipeline: new Pipeline(loaded[0].parts, crew.delegates),
    cards: loaded[0].cards,
    close: () => crew.close(),
  };
}

/**
 * Like `startPipeline`, but threads start, and the providers of matrix products are measured, only with the second
 * batch: a short text would wait longer for them than for its trees.
 */
export async function startOnDemand(
  files: readonly ModelSource[],
  { threads = 1, blas }: PipelineOptions = {},
): Promise<RunningPipeline> {
  const shared = threads > 1;
  const isMeasured = wishOf(blas) === '';
  const engine = isMeasured
    ? createEngine({ shared, weights: 'integers' })
    : createNodeEngine({ shared, blas });
  let loaded = await loadParts(engine, files, 'model');
  const { parts, cards } = loaded;
  let annotator = new Annotator(parts);
  let [isUsed, isPrepared] = [false, !isMeasured];
  const prepare = async () => {
    if (isPrepared) return;
    isPrepared = true;
    engine.use(chooseProvider(blas).provider);
    if (engine.weights !== 'floats' || !keepIntegers(parts)) return;
    // The faster products need expanded weights, which only the file has.
    const { parts: expanded } = await loadParts(engine, files, 'expanded model');
    // A text must not be split differently from its second batch on.
    loaded = { cards, parts: { ...expanded, splitter: parts.splitter } };
    annotator = new Annotator(loaded.parts);
  };
  let crew: Promise<Crew> | undefined;
  const decide = async (pieces: readonly CharacterNumbers[]) =>
    crew ? (await crew).decide(pieces) : annotator.decide(pieces);
  const annotate = async function* (jobs: AsyncIterable<Job>): AsyncGenerator<Annotation[]> {
    const iterator = jobs[Symbol.asyncIterator]();
    try {
      const first = await iterator.next();
      if (first.done) return;
      const next = iterator.next();
      const second = await next.catch(() => undefined);
      const isLong = second !== undefined && !second.done;
      if (isLong || isUsed) await prepare();
      isUsed = true;
      if (isLong) {
        if (shared) crew ??= startThreads(engine, [loaded], threads, blas);
        const all = joined([first.value, second.value], iterator);
        yield* crew ? (await crew).annotate(all) : annotator.annotateAll(all);
      } else {
        yield annotator.annotate(first.value);
        // An error in the input comes after what was read before.
        await next;
      }
    } finally {
      await iterator.return?.();
    }
  };
  return {
    pipeline: new Pipeline(parts, { annotate, ...(shared && { decide }) }),
    cards,
    close: async () => (await crew)?.close(),
  };
}

/** Whether matrices are in 8 bits. */
function keepIntegers({ splitter, tagger, parsers }: Parts): boolean {
  const models = [splitter, tagger, ...parsers];
  return models.some((model) => model?.parameters.dense.some(({ integers }) => integers));
}

async function* joined<T>(first: readonly T[], rest: AsyncIterator<T>): AsyncGenerator<T> {
  yield* first;
  yield* { [Symbol.asyncIterator]: () => rest };
}

/** A crew whose threads yield to this one, if asked to. */
export interface CrewOptions extends PipelineOptions {
  readonly yields?: boolean;
}

/** Starts worker threads, even if only one, so that this thread stays free for other work. */
export async function startCrew(
  groups: readonly (readonly ModelSource[])[],
  { threads = 1, blas, yields }: CrewOptions = {},
): Promise<RunningCrew> {
  const engine = createNodeEngine({ shared: true, blas });
  const loaded: LoadedModels[] = [];
  for (const [at, files] of groups.entries()) {
    loaded.push(await loadParts(engine, files, `group ${at + 1}, model`));
  }
  return { loaded, crew: await startThreads(engine, loaded, threads, blas, yields) };
}

/** Starts threads with the models of an engine, whose memory is shared. */
async function startThreads(
  engine: Engine,
  loaded: readonly LoadedModels[],
  threads: number,
  blas: string | undefined,
  yields = false,
): Promise<Crew> {
  const models = sharedModelsOf(
    engine,
    loaded.map(({ parts }) => parts),
  );
  const workerData: ParsingThreadData = { ...models, blas: chooseProvider(blas).name, yields };
  const crew = new Crew(threads, (at) => {
    const worker = new Worker(new URL('./parsingThread.js', import.meta.url), {
      workerData,
      execArgv: threadArguments(),
    });
    return new Thread(`Thread ${at + 1}`, worker);
  });
  await crew.started();
  return crew;
}

async function loadParts(engine: Engine, files: readonly ModelSource[], kind: string): Promise<LoadedModels> {
  const saved: SavedModels[] = [];
  for (const [at, { bytes, name }] of files.entries()) {
    try {
      saved.push(await loadModels(engine, bytes, `${kind} ${at + 1}`));
    } catch (error) {
      if (name === undefined || !(error instanceof Error)) throw error;
      throw new ModelFileError(`${name}: ${error.message}`);
    }
  }
  return { parts: partsOf(saved.flatMap(({ models }) => models)), cards: saved.map(({ card }) => card) };
}
