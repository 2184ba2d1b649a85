// arcwise parse: trees for sentences, from a model or an ensemble of several.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { streamSentences } from '../conllu/reader.js';
import type { Sentence } from '../conllu/sentence.js';
import { readInput, streamInput } from '../node/input.js';
import { OutputStream } from '../node/outputStream.js';
import { type ParsingOptions, startParsing } from '../node/parsing.js';
import { OptionsError } from '../pipeline/options.js';
import { type ParsedSentence, writeParsed } from '../pipeline/parsedSentence.js';
import { streamTokens } from '../pipeline/tokens.js';
import { dotTree } from '../render/dot.js';
import { sentenceJson } from '../render/json.js';
import { svgTree } from '../render/svg.js';
import { terminalTree } from '../render/terminalTree.js';
import { choice, count } from './options.js';
import { ProgressLine } from './progressLine.js';
import { UsageError } from './usage.js';

export const usage = `arcwise parse [FILE…] --model M [--model M2 …] [--input tokens|conllu]
  [--output conllu|json|tree|svg|dot] [--decoder exact|greedy|beam] [--beam N]
  [--k-best N] [--marginals] [--threads N] [--max-length N]`;

const outputs: Record<string, (parsed: ParsedSentence) => string> = {
  conllu: writeParsed,
  json: ({ trees }) =>
    trees
      .map(({ sentence, score, probabilities }, at) => {
        const ranked = score === undefined ? {} : { rank: at + 1, score };
        return `${JSON.stringify({ ...sentenceJson(sentence, { probabilities }), ...ranked })}\n`;
      })
      .join(''),
  tree: ({ trees }) => {
    const colour = process.stdout.isTTY && process.env.NO_COLOR === undefined;
    return trees
      .map(({ sentence, probabilities }) => `${terminalTree(sentence, { probabilities, colour })}\n`)
      .join('');
  },
  svg: ({ trees }) =>
    trees.map(({ sentence, probabilities }) => `${svgTree(sentence, { probabilities })}\n`).join(''),
  dot: ({ trees }) =>
    trees.map(({ sentence, probabilities }) => dotTree(sentence, { probabilities })).join(''),
};
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
    },
  });
  if (values.input === 'text') {
    throw new UsageError('--input text is not there yet: give tokens, one sentence a line, or conllu.');
  }
  const input = choice('--input', values.input, inputs);
  const format = outputs[choice('--output', values.output, Object.keys(outputs))];
  if (values.beam !== undefined && values.decoder !== 'beam') {
    throw new UsageError('--beam goes with --decoder beam.');
  }
  const options: ParsingOptions = {
    decoder: values.decoder === undefined ? undefined : choice('--decoder', values.decoder, decoders),
    beam: count('--beam', values.beam),
    kBest: count('--k-best', values['k-best']),
    marginals: values.marginals,
    threads: count('--threads', values.threads) ?? Math.min(MOST_THREADS, availableParallelism()),
    maxLength: count('--max-length', values['max-length']),
  };
  if (values.model.length === 0) throw new UsageError('Which model? Give one with --model FILE.');
  const models = await Promise.all(values.model.map(readInput));
  const parsing = await startParsing(models, options).catch((error: unknown) => {
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
    await write(parsing.parse(withoutGraphs(sentencesOf(paths, input))), format);
  } finally {
    await parsing.close();
  }
}

async function write(
  parsed: AsyncIterable<ParsedSentence>,
  format: (parsed: ParsedSentence) => string,
): Promise<void> {
  const output = new OutputStream();
  const progress = new ProgressLine(process.stderr);
  const start = performance.now();
  let [sentences, words] = [0, 0];
  try {
    for await (const sentence of parsed) {
      if (sentence.warning) {
        progress.clear();
        console.error(sentence.warning);
      }
      await output.write(format(sentence));
      if (output.isClosed) return;
      sentences++;
      words += sentence.trees[0].sentence.words.length;
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
