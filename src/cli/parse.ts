// arcwise parse: parses text or sentences with a model or an ensemble.
import { parseArgs } from 'node:util';
import { counted } from '../conllu/quotation.js';
import type { Sentence } from '../conllu/sentence.js';
import { OutputStream } from '../files/outputStream.js';
import { JobQueue } from '../jobs/queue.js';
import { type ParsedShard, parseByQueue, shardOf, shardRequest } from '../jobs/shard.js';
import { choice, schemaOption, schemaValues } from '../options/optionValues.js';
import { ProgressLine } from '../options/progressLine.js';
import { modelPaths, openPipeline, readingOptions, readSentencesOf } from '../options/reading.js';
import { type Options, type Usage, UsageError } from '../options/usage.js';
import { optionSchemas, type ParseOptions, readOptions } from '../pipeline/options.js';
import type { Pipeline } from '../pipeline/pipeline.js';
import { type ReadSentence, withPlaces } from '../pipeline/placed.js';
import { formats, type OutputFormat } from '../render/formats.js';

const parseOptions = {
  output: { type: 'string', default: 'conllu', takes: formats.join('|'), help: 'the output format' },
  tag: schemaOption(optionSchemas.tag),
  decoder: schemaOption(optionSchemas.decoder),
  beam: schemaOption(optionSchemas.beam),
  'k-best': schemaOption(optionSchemas.kBest),
  marginals: schemaOption(optionSchemas.marginals),
  'max-length': schemaOption(optionSchemas.maxLength),
  queue: {
    type: 'string',
    takes: 'redis://…',
    help: 'lets the workers of a queue parse instead of this machine',
  },
  ...readingOptions,
} as const satisfies Options;

export const usage: Usage = [
  {
    call: 'parse [FILE…]',
    about: 'Parses text or sentences with a model or an ensemble.',
    options: parseOptions,
  },
];

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: parseOptions,
  });
  const output = choice('--output', values.output, formats);
  if (values.queue !== undefined && values.threads !== undefined) {
    throw new UsageError('--threads is for this machine; with --queue, give --workers to arcwise worker.');
  }
  const options = readOptions(schemaValues(optionSchemas, values));
  // With a queue, the models are loaded only to split text and to check the options.
  const { pipeline, close } = await openPipeline(
    values.queue === undefined ? values : { ...values, threads: '1' },
  );
  try {
    pipeline.check(options);
    const read = withoutGraphs(readSentencesOf(positionals, values.input, pipeline));
    if (values.input === 'tokens' && pipeline.lacksTags) {
      console.error('The model reads part-of-speech tags, and plain tokens have none: expect worse trees.');
    }
    if (values.queue === undefined) {
      await write(oneByOne(read, pipeline, output, options));
      return;
    }
    const queue = await JobQueue.open(values.queue, (line) => console.error(line));
    try {
      const request = await shardRequest(await modelPaths(values.model), {
        options,
        output,
        colour: hasColours(),
      });
      await write(parseByQueue(read, request, queue, pipeline.growth));
    } finally {
      await queue.close();
    }
  } finally {
    await close();
  }
}

/** Parses texts with the model that comes with arcwise, and draws their trees for the terminal. */
export async function show(texts: AsyncIterable<string> | Iterable<string>): Promise<void> {
  const { pipeline, close } = await openPipeline({ threads: '1' });
  try {
    await write(oneByOne(pipeline.split(texts), pipeline, 'tree'));
  } finally {
    await close();
  }
}

function hasColours(): boolean {
  return process.stdout.hasColors?.() ?? false;
}

async function* oneByOne(
  read: AsyncIterable<ReadSentence>,
  pipeline: Pipeline,
  output: OutputFormat,
  options: ParseOptions = {},
): AsyncGenerator<ParsedShard> {
  const colour = hasColours();
  const parse = (sentences: AsyncIterable<Sentence>) => pipeline.stream(sentences, options);
  for await (const [parsed, places] of withPlaces(read, parse)) {
    yield shardOf([parsed], { output, colour, places: [places] });
  }
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
      progress.show(`${counted(sentences, 'sentence')}, ${rate} words/s`, 0);
    }
  } finally {
    progress.clear();
    // Also after an error, so that the output does not depend on buffering.
    await output.flush();
  }
}

/** Warns once if the input has enhanced graphs, which are left out. */
async function* withoutGraphs(read: AsyncIterable<ReadSentence>): AsyncGenerator<ReadSentence> {
  let said = false;
  for await (const one of read) {
    const { sentence } = one;
    const has = sentence.emptyNodes.length > 0 || sentence.words.some(({ deps }) => deps !== '_');
    if (has && !said) {
      said = true;
      console.error('The enhanced graphs of the input (DEPS) are left out: they belong to other trees.');
    }
    yield one;
  }
}
