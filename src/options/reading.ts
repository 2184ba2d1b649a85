// Reads the input of commands that tag or parse: text, tokens or CoNLL-U, from files or stdin.
import { availableParallelism } from 'node:os';
import { streamSentences } from '../conllu/reader.js';
import { inputName, readInput, streamInput } from '../files/input.js';
import { locateModel, shippedModel } from '../node/modelLookup.js';
import { type RunningPipeline, startOnDemand } from '../node/parsing.js';
import type { Pipeline } from '../pipeline/pipeline.js';
import type { ReadSentence } from '../pipeline/placed.js';
import { streamTokens } from '../pipeline/tokens.js';
import { choice, count } from './optionValues.js';
import type { Options } from './usage.js';

const inputs = ['text', 'tokens', 'conllu'] as const;

/** The most threads by default: more would hardly help, and each takes some memory. */
export const MOST_THREADS = 8;

/** The options for the input, the models and the threads. */
export const readingOptions = {
  model: {
    type: 'string',
    multiple: true,
    takes: 'MODEL',
    help:
      'the model by its name (arcwise models lists them) or file, or several that form an ensemble; by default the ' +
      'English model that comes with arcwise',
  },
  input: {
    type: 'string',
    takes: inputs.join('|'),
    help:
      'the input format; by default CoNLL-U if the file is named .conllu or the model has no splitter, else text; ' +
      'tokens have one sentence per line',
  },
  threads: {
    type: 'string',
    takes: 'N',
    help: `worker threads; by default one per core, at most ${MOST_THREADS}; a short text needs none`,
  },
} as const satisfies Options;

interface ReadingValues {
  readonly model?: readonly string[];
  readonly threads?: string;
}

/** Opens a pipeline with the given models, or with the one that comes with arcwise. */
export async function openPipeline({ model = [], threads }: ReadingValues): Promise<RunningPipeline> {
  const most = count('--threads', threads) ?? Math.min(MOST_THREADS, availableParallelism());
  const paths = await modelPaths(model);
  return startOnDemand(await Promise.all(paths.map(readInput)), { threads: most });
}

/** The files of the given models, or that of the one that comes with arcwise. */
export function modelPaths(models: readonly string[] = []): Promise<string[]> {
  return Promise.all(models.length > 0 ? models.map((model) => locateModel(model)) : [shippedModel]);
}

/** The sentences of the files in order, or of stdin if there are none; those of text have their positions in it. */
export async function* readSentencesOf(
  paths: readonly string[],
  given: string | undefined,
  pipeline: Pipeline,
): AsyncGenerator<ReadSentence> {
  const wish = given === undefined ? undefined : choice('--input', given, inputs);
  for (const [at, path] of (paths.length === 0 ? ['-'] : paths).entries()) {
    const input = wish ?? (pipeline.parts.splitter && !path.endsWith('.conllu') ? 'text' : 'conllu');
    const file = path === '-' ? undefined : path;
    const bytes = streamInput(path);
    if (input === 'text') {
      for await (const { sentence, ...places } of pipeline.split(decoded(bytes, path))) {
        yield { sentence, places };
      }
      continue;
    }
    const sentences =
      input === 'tokens'
        ? streamTokens(bytes, file)
        : // Existing trees do not matter.
          streamSentences(bytes, { file, heads: 'ignored' });
    for await (const sentence of sentences) {
      // A byte-order mark may start the output, but must not occur in the middle.
      const before = at === 0 ? sentence.before : sentence.before.replace('\uFEFF', '');
      yield { sentence: { ...sentence, before } };
    }
  }
}

async function* decoded(bytes: AsyncIterable<Uint8Array>, path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new Error(`${inputName(path)} is not valid UTF-8.`);
    }
  };
  for await (const chunk of bytes) yield decode(chunk);
  yield decode();
}
