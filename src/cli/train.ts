// arcwise train: trains a model on a treebank, with a checkpoint after each epoch, a log and learning curves.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { checkWritable } from '../files/files.js';
import { locateModel } from '../node/modelLookup.js';
import { checkpointOf, startSettings, trainFile, trainingFiles } from '../node/trainFile.js';
import { epochLine, scoreText } from '../options/epochLine.js';
import { choice, count } from '../options/optionValues.js';
import { ProgressLine } from '../options/progressLine.js';
import { settingFlags, settingsOf, trainingOptions } from '../options/settingFlags.js';
import { type Options, type Usage, UsageError } from '../options/usage.js';
import { trainables } from '../train/trainables.js';
import { encoderOption, pipelineForm, trainOption, trainPipeline } from './trainPipeline.js';

const kinds = Object.keys(trainables) as (keyof typeof trainables)[];

const options = {
  train: trainOption,
  dev: {
    type: 'string',
    required: true,
    takes: 'FILE',
    help: 'the treebank on which the best epoch is chosen',
  },
  ...trainingOptions,
  encoder: encoderOption,
  start: {
    type: 'string',
    takes: 'MODEL',
    help: 'a model to go on from, such as en, with its settings, vocabulary and weights: training adapts it to the treebank',
  },
  resume: { type: 'boolean', help: 'continues from the checkpoint of an interrupted training' },
} as const satisfies Options;

export const usage: Usage = [
  {
    call: `train [${kinds.join('|')}]`,
    about: 'Trains a parser, a tagger, a joint model of both or a splitter on a treebank.',
    options,
    settings: Object.fromEntries(
      kinds.map((kind) => [kind === 'joint' ? 'joint model' : kind, settingFlags(trainables[kind].schema)]),
    ),
  },
  pipelineForm,
];

export async function run(args: string[]): Promise<void> {
  if (args[0] === 'pipeline') return trainPipeline(args.slice(1));
  const isNamed = args.length > 0 && !args[0].startsWith('-');
  const byDefault = args.some((arg) => /^--encoder(=|$)/.test(arg)) ? 'joint' : 'parser';
  const kind = isNamed ? choice('The kind of model', args[0], kinds) : byDefault;
  const { values } = parseArgs({
    args: args.slice(isNamed ? 1 : 0),
    options: { ...settingFlags(trainables[kind].schema), ...options },
  });
  const { train, dev, out, vectors, encoder, resume = false } = values;
  if (train === undefined) throw new UsageError('--train is missing.');
  if (dev === undefined) throw new UsageError('--dev is missing.');
  if (out === undefined) throw new UsageError('--out is missing.');
  const threads = count('--threads', values.threads) ?? availableParallelism();
  const start = values.start === undefined ? undefined : await locateModel(values.start);
  await checkWritable(trainingFiles(out), [values.config, start]);
  if (start !== undefined && (vectors !== undefined || encoder !== undefined)) {
    throw new UsageError('A model to start from has its own vectors and encoder.');
  }
  if (encoder !== undefined && !Object.hasOwn(trainables[kind].schema, 'encoder')) {
    throw new UsageError(`A ${kind} takes no pretrained encoder.`);
  }
  const fixed = encoder === undefined ? {} : { encoder: 'transformer' };
  const base = start === undefined ? {} : await startSettings(start, kind);
  const settings = await settingsOf(trainables[kind], values.config, values, { fixed, base });
  if (vectors !== undefined && settings.encoder?.kind !== 'bilstm') {
    throw new UsageError(`A ${settings.encoder ? 'pretrained encoder' : kind} takes no word vectors.`);
  }
  const { epochs } = settings;
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  process.once('SIGINT', interrupt);
  const line = new ProgressLine(process.stderr);
  try {
    const best = await trainFile(
      { kind, settings: { ...settings }, train, dev, out, vectors, encoder, start, threads, resume },
      {
        signal: interrupted.signal,
        onNote: (note) => console.error(note),
        onProgress: ({ epoch, done, wordsPerSecond, loss }) => {
          const share = `${(100 * done).toFixed(0)}%  ${wordsPerSecond.toFixed(0)} words/s`;
          line.show(`epoch ${epoch}/${epochs}  ${share}  loss ${loss.toFixed(4)}`, done);
        },
        onEpoch: (record) => {
          line.clear();
          console.error(epochLine(record, epochs));
        },
      },
    );
    console.error(`${out}: epoch ${best.epoch}, dev ${scoreText(best, ', ')}, punctuation included.`);
  } catch (error) {
    line.clear();
    if (!interrupted.signal.aborted) throw error;
    const checkpoint = checkpointOf(out);
    console.error(
      existsSync(checkpoint)
        ? `Interrupted; --resume continues from ${checkpoint}.`
        : 'Interrupted before the first epoch was done.',
    );
    process.exitCode = 130;
  } finally {
    process.off('SIGINT', interrupt);
  }
}
