// The worker: runs the model and answers the calls of the page.
//
// It builds the pipeline from its parts instead of by `load`, because the explorer needs the parser itself.
import type { Sentence } from '../src/conllu/sentence.js';
import { createEngine } from '../src/engine/engine.js';
import type { Progress } from '../src/library/modelBytes.js';
import { fetchPageModel } from '../src/library/pageModel.js';
import { loadModels, partsOf } from '../src/models/bundle.js';
import type { Card } from '../src/models/saved.js';
import type { ParseOptions } from '../src/pipeline/options.js';
import type { ParsedSentence } from '../src/pipeline/parsedSentence.js';
import { Pipeline } from '../src/pipeline/pipeline.js';
import { explorerMethods } from './explorer/methods.js';
import type { Answer, Method, Request } from './protocol.js';

let setPipeline: (pipeline: Pipeline) => void;
/** Resolves once the model is loaded. */
const pipeline = new Promise<Pipeline>((resolve) => {
  setPipeline = resolve;
});

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
  /** Loads the model that a list names; yields progress and, at the end, a description of it. */
  async *load(address: string): AsyncGenerator<Progress | { readonly about: About }> {
    const steps = new ReadableStream<Progress | { readonly about: About }>({
      async start(progress) {
        const { files, licence } = await fetchPageModel(address, (step) => progress.enqueue(step));
        const engine = createEngine();
        const saved = files.map((bytes) => loadModels(engine, bytes));
        setPipeline(new Pipeline(partsOf(saved.flatMap(({ models }) => models))));
        progress.enqueue({ about: aboutOf(saved[0].card, licence) });
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

  ...explorerMethods(pipeline),
} satisfies Record<string, Method>;

/** The methods that the page can call. */
export type Methods = typeof methods;

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
