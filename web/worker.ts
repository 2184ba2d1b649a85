// The worker: runs the model and answers the calls of the page.
//
// It builds the pipeline from its parts instead of by `load`, because the explorer needs the parser itself.
import type { Sentence } from '../src/conllu/sentence.js';
import { createEngine } from '../src/engine/engine.js';
import type { Progress } from '../src/library/modelBytes.js';
import { fetchModelFiles, fetchPageModels, type PageModel } from '../src/library/pageModels.js';
import { loadModels, type SavedModels } from '../src/models/bundle.js';
import { partsOf } from '../src/models/parts.js';
import type { Card } from '../src/models/saved.js';
import type { ParseOptions } from '../src/pipeline/options.js';
import type { ParsedSentence } from '../src/pipeline/parsedSentence.js';
import { Pipeline } from '../src/pipeline/pipeline.js';
import { explorerMethods } from './explorer/methods.js';
import { cachedFile, forget } from './modelCache.js';
import type { Answer, Method, Request } from './protocol.js';

let setPipeline: (pipeline: Pipeline) => void;
/** The model that is in use; resolves once the first one is loaded. */
let pipeline = new Promise<Pipeline>((resolve) => {
  setPipeline = resolve;
});

/** Uses another model from now on. */
function use(model: Pipeline): void {
  setPipeline(model);
  pipeline = Promise.resolve(model);
}

/** A model in a file that the user opened. */
export interface OpenedModel {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface TextToParse {
  readonly text: string;
  readonly options: ParseOptions;
}

export interface SentencesToParse {
  readonly sentences: readonly Sentence[];
  readonly options: ParseOptions;
}

/** What the page shows about its model. */
export interface About {
  /** The code of its language, if its card names one. */
  readonly language?: string;
  readonly licence?: string;
  /** Where the licence can be read. */
  readonly licenceAddress?: string;
  readonly attribution?: string;
}

/** The options that the model supports: not every model has probabilities, k-best trees or tags. */
function possible(model: Pipeline, { kBest, rivals, tag, ...options }: ParseOptions): ParseOptions {
  const { isGreedy, hasKBest, hasProbabilities } = model.check({});
  return {
    ...options,
    kBest: hasKBest && !isGreedy ? kBest : undefined,
    rivals: hasProbabilities && !isGreedy ? rivals : undefined,
    tag: model.parts.tagger ? tag : undefined,
  };
}

async function* streamed(sentences: readonly Sentence[]): AsyncGenerator<Sentence> {
  yield* sentences;
}

const methods = {
  /** The models of a list. */
  async *models(address: string): AsyncGenerator<PageModel[]> {
    yield await fetchPageModels(address);
  },

  /** Loads a model and uses it; yields progress and, at the end, a description of it. */
  async *load(
    model: PageModel | OpenedModel,
    signal: AbortSignal,
  ): AsyncGenerator<Progress | { readonly about: About }> {
    const steps = new ReadableStream<Progress | { readonly about: About }>({
      async start(progress) {
        const onProgress = (step: Progress) => progress.enqueue(step);
        const files =
          'bytes' in model ? [model.bytes] : await fetchModelFiles(model, { onProgress, signal }, cachedFile);
        const saved = await modelsIn(files).catch(async (error) => {
          // A damaged file is fetched again at the next attempt.
          if ('files' in model) for (const file of model.files) await forget(file);
          throw error;
        });
        signal.throwIfAborted();
        use(new Pipeline(partsOf(saved.flatMap(({ models }) => models))));
        progress.enqueue({ about: aboutOf(saved[0].card, 'files' in model ? model.licence : undefined) });
        progress.close();
      },
    }).getReader();
    for (let step = await steps.read(); !step.done; step = await steps.read()) yield step.value;
  },

  /** Parses a text: yields the number of its sentences, then sentence by sentence. */
  async *parse(
    { text, options }: TextToParse,
    signal: AbortSignal,
  ): AsyncGenerator<ParsedSentence | { readonly total: number }> {
    const model = await pipeline;
    const sentences: Sentence[] = [];
    for await (const { sentence } of model.split([text])) {
      if (signal.aborted) return;
      sentences.push(sentence);
    }
    yield { total: sentences.length };
    yield* model.stream(streamed(sentences), possible(model, options));
  },

  /** Parses sentences of CoNLL-U. */
  async *parseSentences({ sentences, options }: SentencesToParse): AsyncGenerator<ParsedSentence> {
    const model = await pipeline;
    yield* model.stream(streamed(sentences), possible(model, options));
  },

  ...explorerMethods(() => pipeline),
} satisfies Record<string, Method>;

/** The methods that the page can call. */
export type Methods = typeof methods;

async function modelsIn(files: readonly Uint8Array[]): Promise<SavedModels[]> {
  const engine = createEngine();
  const models: SavedModels[] = [];
  for (const bytes of files) models.push(await loadModels(engine, bytes));
  return models;
}

function aboutOf(card: Card, licenceAddress: string | undefined): About {
  const text = (name: string) => (typeof card[name] === 'string' ? card[name] : undefined);
  return {
    language: text('language'),
    licence: text('licence'),
    licenceAddress,
    attribution: text('attribution'),
  };
}

const running = new Map<number, AbortController>();

addEventListener('message', ({ data }: MessageEvent<Request>) => {
  if ('cancelled' in data) running.get(data.id)?.abort();
  else void answer(data.id, (methods as Record<string, Method>)[data.name], data.input);
});

async function answer(id: number, method: Method, input: unknown): Promise<void> {
  const send = (message: Answer) => postMessage(message);
  const control = new AbortController();
  running.set(id, control);
  try {
    for await (const item of method(input as never, control.signal)) {
      if (control.signal.aborted) break;
      send({ id, item });
    }
    send({ id, ended: true });
  } catch (error) {
    send({ id, error: error instanceof Error ? error.message : String(error) });
  } finally {
    running.delete(id);
  }
}
