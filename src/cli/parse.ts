// arcwise parse: trees for text or sentences, from a model or an ensemble of several.
import { parseArgs } from 'node:util';
import type { Sentence } from '../conllu/sentence.js';
import { OutputStream } from '../node/outputStream.js';
import { OptionsError, type ParseOptions } from '../pipeline/options.js';
import type { ParsedSentence } from '../pipeline/parsedSentence.js';
import { formatSentence, formats, type OutputFormat } from '../render/formats.js';
import { choice, count } from './options.js';
import { ProgressLine } from './progressLine.js';
import { openPipeline, readingOptions, readingUsage, readSentencesOf } from './reading.js';
import { UsageError } from './usage.js';

export const usage = `arcwise parse [FILE…] [--output ${formats.join('|')}] [--tag] [--decoder exact|greedy|beam]
  [--beam N] [--k-best N] [--marginals] [--max-length N] ${readingUsage}
  --tag tags anew what has tags already.`;

const decoders = ['exact', 'greedy', 'beam'] as const;

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...readingOptions,
      output: { type: 'string', default: 'conllu' },
      tag: { type: 'boolean' },
      decoder: { type: 'string' },
      beam: { type: 'string' },
      'k-best': { type: 'string' },
      marginals: { type: 'boolean' },
      'max-length': { type: 'string' },
    },
  });
  const format = choice('--output', values.output, formats);
  if (values.beam !== undefined && values.decoder !== 'beam') {
    throw new UsageError('--beam goes with --decoder beam.');
  }
  const options: ParseOptions = {
    decoder: values.decoder === undefined ? undefined : choice('--decoder', values.decoder, decoders),
    beam: count('--beam', values.beam),
    kBest: count('--k-best', values['k-best']),
    marginals: values.marginals,
    maxLength: count('--max-length', values['max-length']),
    tag: values.tag,
  };
  const { pipeline, close } = await openPipeline(values);
  try {
    pipeline.check(options);
    const sentences = readSentencesOf(positionals, values.input, pipeline);
    if (values.input === 'tokens' && pipeline.lacksTags) {
      console.error('The model wants part-of-speech tags, and plain tokens have none: expect worse trees.');
    }
    await write(pipeline.stream(withoutGraphs(sentences), options), format);
  } catch (error) {
    throw error instanceof OptionsError ? new UsageError(error.message) : error;
  } finally {
    await close();
  }
}

/** The trees of texts by the model that comes with arcwise, drawn for the terminal. */
export async function show(texts: AsyncIterable<string> | Iterable<string>): Promise<void> {
  const { pipeline, close } = await openPipeline({ threads: '1' });
  const sentences = async function* () {
    for await (const { sentence } of pipeline.split(texts)) yield sentence;
  };
  try {
    await write(pipeline.stream(sentences()), 'tree');
  } finally {
    await close();
  }
}

async function write(parsed: AsyncIterable<ParsedSentence>, format: OutputFormat): Promise<void> {
  const colour = process.stdout.hasColors?.() ?? false;
  const output = new OutputStream();
  const progress = new ProgressLine(process.stderr);
  const start = performance.now();
  let [sentences, words] = [0, 0];
  try {
    for await (const { trees, warning } of parsed) {
      if (warning) {
        progress.clear();
        console.error(warning);
      }
      for (const { sentence, probabilities } of trees) {
        await output.write(formatSentence(sentence, format, { probabilities, colour }));
      }
      if (output.isClosed) return;
      sentences++;
      words += trees[0].sentence.words.length;
      const rate = Math.round((1000 * words) / (performance.now() - start));
      progress.show(`${sentences} sentences, ${rate} words/s`, 0);
    }
  } finally {
    progress.clear();
    // Also after an error, so that what comes out does not depend on how it was collected.
    await output.flush();
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
