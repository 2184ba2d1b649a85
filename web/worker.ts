// The worker: it has the model, and answers the calls of the page.
//
// It builds the pipeline from its parts, not by `load`, since the explorer looks into the parser as well.
import type { Sentence } from '../src/conllu/sentence.js';
import { createEngine } from '../src/engine/engine.js';
import { fetchBytes, type Progress } from '../src/library/modelBytes.js';
import { loadModels, partsOf } from '../src/models/bundle.js';
import type { ParseOptions } from '../src/pipeline/options.js';
import type { ParsedSentence } from '../src/pipeline/parsedSentence.js';
import { Pipeline } from '../src/pipeline/pipeline.js';
import { explorerMethods } from './explorer/methods.js';
import type { Answer, Method, Request } from './protocol.js';

let setPipeline: (pipeline: Pipeline) => void;
/** There once the model is. */
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

const methods = {
  /** Loads the model of an address, and tells how much of it has come. */
  async *load(address: string): AsyncGenerator<Progress> {
    const steps = new ReadableStream<Progress>({
      async start(progress) {
        const bytes = await fetchBytes(address, { onProgress: (step) => progress.enqueue(step) });
        setPipeline(new Pipeline(partsOf(loadModels(createEngine(), bytes).models)));
        progress.close();
      },
    }).getReader();
    for (let step = await steps.read(); !step.done; step = await steps.read()) yield step.value;
  },

  /** Parses a text, sentence by sentence. */
  async *parse({ text, options }: TextToParse, signal: AbortSignal): AsyncGenerator<ParsedSentence> {
    const model = await pipeline;
    const sentences = async function* () {
      for await (const { sentence } of model.split([text])) yield sentence;
    };
    if (!signal.aborted) yield* model.stream(sentences(), options);
  },

  /** Parses sentences of CoNLL-U. */
  async *parseSentences({ sentences, options }: SentencesToParse): AsyncGenerator<ParsedSentence> {
    const all = async function* () {
      yield* sentences;
    };
    yield* (await pipeline).stream(all(), options);
  },

  ...explorerMethods(pipeline),
} satisfies Record<string, Method>;

/** What the page can call. */
export type Methods = typeof methods;

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
