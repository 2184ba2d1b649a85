// arcwise parse: trees for sentences, from a model or an ensemble of several.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { streamSentences } from '../conllu/reader.js';
import type { Sentence } from '../conllu/sentence.js';
import { JobQueue } from '../experiment/queue.js';
import { type ParsedShard, parseByQueue, shardOf, shardRequest } from '../experiment/shard.js';
import { readInput, streamInput } from '../node/input.js';
import { OutputStream } from '../node/outputStream.js';
import { startParsing } from '../node/parsing.js';
import { OptionsError, type ParseOptions } from '../pipeline/options.js';
import type { ParsedSentence } from '../pipeline/parsedSentence.js';
import { streamTokens } from '../pipeline/tokens.js';
import { type ParsedFormat, parsedFormats } from '../render/parsed.js';
import { choice, count } from './options.js';
import { ProgressLine } from './progressLine.js';
import { UsageError } from './usage.js';

export const usage = `arcwise parse [FILE…] --model M [--model M2 …] [--input tokens|conllu]
  [--output conllu|json|tree|svg|dot] [--decoder exact|greedy|beam] [--beam N]
  [--k-best N] [--marginals] [--threads N | --queue redis://…] [--max-length N]`;

/** By default: more would hardly help, and each takes some memory. */
const MOST_THREADS = 8;
const inputs = ['tokens', 'conllu'] as const;
const decoders = ['exact', 'greedy', 'beam'] as const;

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      model: { type: 'string', multiple: true, default: [] },
      input: { type: 'string', default: 'conllu' },
      output: { type: 'string', default: 'conllu' },
      decoder: { type: 'string' },
      beam: { type: 'string' },
      'k-best': { type: 'string' },
      marginals: { type: 'boolean' },
      threads: { type: 'string' },
      'max-length': { type: 'string' },
      queue: { type: 'string' },
    },
  });
  if (values.input === 'text') {
    throw new UsageError('--input text is not there yet: give tokens, one sentence a line, or conllu.');
  }
  const input = choice('--input', values.input, inputs);
  const output = choice('--output', values.output, parsedFormats);
  if (values.queue !== undefined && values.threads !== undefined) {
    throw new UsageError('--threads is for this machine; with --queue, arcwise worker says it.');
  }
  if (values.beam !== undefined && values.decoder !== 'beam') {
    throw new UsageError('--beam goes with --decoder beam.');
  }
  const options: ParseOptions = {
    decoder: values.decoder === undefined ? undefined : choice('--decoder', values.decoder, decoders),
    beam: count('--beam', values.beam),
    kBest: count('--k-best', values['k-best']),
    marginals: values.marginals,
    maxLength: count('--max-length', values['max-length']),
  };
  if (values.model.length === 0) throw new UsageError('Which model? Give one with --model FILE.');
  const models = await Promise.all(values.model.map(readInput));
  // With a queue the models are loaded only to see whether they can do what is asked.
  const threads =
    values.queue === undefined
      ? (count('--threads', values.threads) ?? Math.min(MOST_THREADS, availableParallelism()))
      : 1;
  const parsing = await startParsing(models, { ...options, threads }).catch((error: unknown) => {
    throw error instanceof OptionsError ? new UsageError(error.message) : error;
  });
  try {
    if (
      input === 'tokens' &&
      parsing.pipeline.ensemble.members.some(({ settings }) => settings.tags !== 'none')
    ) {
      console.error('The model wants part-of-speech tags, and plain tokens have none: expect worse trees.');
    }
    const paths = positionals.length === 0 ? ['-'] : positionals;
    const sentences = withoutGraphs(sentencesOf(paths, input));
    const colour = output === 'tree' && process.stdout.isTTY && process.env.NO_COLOR === undefined;
    if (values.queue === undefined) {
      await write(oneByOne(parsing.parse(sentences), output, colour));
      return;
    }
    const queue = await JobQueue.open(values.queue, (line) => console.error(line));
    try {
      const request = await shardRequest(values.model, { options, output, colour });
      await write(parseByQueue(sentences, request, queue));
    } finally {
      await queue.close();
    }
  } finally {
    await parsing.close();
  }
}

async function* oneByOne(
  parsed: AsyncIterable<ParsedSentence>,
  output: ParsedFormat,
  colour: boolean,
): AsyncGenerator<ParsedShard> {
  for await (const sentence of parsed) yield shardOf([sentence], { output, colour });
}

async function write(shards: AsyncIterable<ParsedShard>): Promise<void> {
  const output = new OutputStream();
  const progress = new ProgressLine(process.stderr);
  const start = performance.now();
  let [sentences, words] = [0, 0];
  try {
    for await (const shard of shards) {
      if (shard.warnings.length > 0) progress.clear();
      for (const warning of shard.warnings) console.error(warning);
      await output.write(shard.text);
      if (output.isClosed) return;
      sentences += shard.sentences;
      words += shard.words;
      const rate = Math.round((1000 * words) / (performance.now() - start));
      progress.show(`${sentences} sentences, ${rate} words/s`, 0);
    }
  } finally {
    progress.clear();
    // Also after an error, so that what comes out does not depend on how it was collected.
    await output.flush();
  }
}

async function* sentencesOf(paths: readonly string[], input: string): AsyncGenerator<Sentence> {
  for (const [at, path] of paths.entries()) {
    const file = path === '-' ? undefined : path;
    const bytes = streamInput(path);
    const sentences =
      input === 'tokens'
        ? streamTokens(bytes, file)
        : // The heads that the file has do not matter.
          streamSentences(bytes, { file, heads: 'optional', onSeveralRoots: () => {} });
    for await (const sentence of sentences) {
      // A byte-order mark may open the output, but not stand in its middle.
      yield at === 0 ? sentence : { ...sentence, before: sentence.before.replace('\uFEFF', '') };
    }
  }
}

/** Says once that enhanced graphs are left out, if there are any. */
async function* withoutGraphs(sentences: AsyncIterable<Sentence>): AsyncGenerator<Sentence> {
  let said = false;
  for await (const sentence of sentences) {
    const has = sentence.emptyNodes.length > 0 || sentence.words.some(({ deps }) => deps !== '_');
    if (has && !said) {
      said = true;
      console.error('The enhanced graphs of the input (DEPS) are left out: they belong to other trees.');
    }
    yield sentence;
  }
}
