// arcwise train: trains a model on a treebank, with a checkpoint after each epoch, a log and its curves.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { Instance } from '../encoder/instance.js';
import type { Figures } from '../learner/learner.js';
import { saveModel } from '../models/saved.js';
import { createNodeEngine } from '../node/engine.js';
import { checkWritable, readWhole, removeFile, writeWhole } from '../node/files.js';
import { startTeam } from '../node/team.js';
import { readTreebank, readWordVectors } from '../node/treebank.js';
import { Parser } from '../parser/parser.js';
import { lineChart } from '../render/chart.js';
import { readCheckpoint, writeCheckpoint } from '../train/checkpoint.js';
import { type EpochRecord, train } from '../train/loop.js';
import type { AnySettings, Preparation } from '../train/preparation.js';
import { fitTemperature } from '../train/temperature.js';
import { trainables } from '../train/trainables.js';
import type { WordVectors } from '../vectors/vectorTable.js';
import { choice, count } from './options.js';
import { ProgressLine } from './progressLine.js';
import { settingFlags, settingsOf, trainingOptions } from './settingFlags.js';
import { type Options, type Usage, UsageError } from './usage.js';

const kinds = Object.keys(trainables) as (keyof typeof trainables)[];

const options = {
  train: { type: 'string', required: true, takes: 'FILE', help: 'the treebank that is learned from' },
  dev: { type: 'string', required: true, takes: 'FILE', help: 'the treebank that chooses the best epoch' },
  ...trainingOptions,
  resume: { type: 'boolean', help: 'goes on from the checkpoint of a training that was stopped' },
} as const satisfies Options;

export const usage: Usage = [
  {
    call: `train [${kinds.join('|')}]`,
    about: 'Trains a parser, or what is named, on a treebank.',
    options,
    settings: Object.fromEntries(kinds.map((kind) => [kind, settingFlags(trainables[kind].schema)])),
  },
];

interface Files {
  readonly train: string;
  readonly dev: string;
  readonly out: string;
  readonly vectors?: string;
}

export async function run(args: string[]): Promise<void> {
  const isNamed = args.length > 0 && !args[0].startsWith('-');
  const kind = isNamed ? choice('What is trained', args[0], kinds) : 'parser';
  const { schema } = trainables[kind];
  const { values } = parseArgs({
    args: args.slice(isNamed ? 1 : 0),
    options: { ...settingFlags(schema), ...options },
  });
  for (const name of ['train', 'dev', 'out'] as const) {
    if (values[name] === undefined) throw new UsageError(`--${name} is missing.`);
  }
  const files = values as unknown as Files;
  const threads = count('--threads', values.threads) ?? availableParallelism();
  const settings = await settingsOf(trainables[kind], values.config, values);
  // Known now rather than after the first epoch.
  await checkWritable(files.out);
  const preparation = await prepare(kind, settings, files, threads);
  await trainTo(files, preparation, settings, threads, values.resume ?? false);
}

async function prepare(
  kind: keyof typeof trainables,
  settings: AnySettings,
  files: Files,
  threads: number,
): Promise<Preparation> {
  const sentences = await readTreebank(files.train);
  const dev = await readTreebank(files.dev);
  let vectors: WordVectors | undefined;
  if (files.vectors !== undefined) {
    const { wordSize, vectorSize, vectorWords } = settings;
    if (wordSize === undefined || vectorSize === undefined || vectorWords === undefined) {
      throw new UsageError(`A ${kind} takes no word vectors.`);
    }
    vectors = await readWordVectors(files.vectors, { wordSize, vectorSize, vectorWords }, sentences);
    console.error(`${files.vectors}: ${vectors.words.size} vectors.`);
  }
  const engine = createNodeEngine({ shared: threads > 1 });
  const preparation = trainables[kind].prepare(engine, settings, { train: sentences, dev, vectors });
  const { nonprojective, lifted } = preparation;
  if (nonprojective > 0) {
    const what = lifted ? 'lifted' : 'left out';
    console.error(`${nonprojective} non-projective sentences of ${files.train} are ${what}.`);
  }
  return preparation;
}

async function trainTo(
  files: Files,
  { model, corpus, nonprojective }: Preparation,
  settings: AnySettings,
  threads: number,
  resumes: boolean,
): Promise<void> {
  const { out } = files;
  const checkpoint = `${out}.checkpoint`;
  const resume =
    resumes && existsSync(checkpoint) ? readCheckpoint(await readWhole(checkpoint), settings) : undefined;
  // Its last epoch is not in the log if a process was killed in between.
  if (resume) await writeLog(out, resume.records);
  const team = await startTeam(model, corpus, threads);
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  process.once('SIGINT', interrupt);
  const line = new ProgressLine(process.stderr);
  try {
    const { best } = await train(model, corpus, team, {
      resume,
      signal: interrupted.signal,
      onProgress: ({ epoch, done, wordsPerSecond, loss }) => {
        const share = `${(100 * done).toFixed(0)}%  ${wordsPerSecond.toFixed(0)} words/s`;
        line.show(`epoch ${epoch}/${settings.epochs}  ${share}  loss ${loss.toFixed(4)}`, done);
      },
      onEpoch: async (record, state) => {
        line.clear();
        console.error(epochLine(record, settings.epochs));
        const reached = state();
        await writeWhole(checkpoint, writeCheckpoint(reached, settings));
        await writeLog(out, reached.records);
      },
    });
    if (model instanceof Parser) {
      const dev = corpus.dev as readonly Instance[];
      model.settings.temperature = fitTemperature(model, dev);
    }
    const data = { train: files.train, dev: files.dev, vectors: files.vectors ?? null, nonprojective };
    const dev = { epoch: best.epoch, ...scoresOf(best), punctuation: 'included' };
    const { provider } = model.parameters.engine;
    await writeWhole(out, saveModel(model, { data, dev, threads, provider }));
    await removeFile(checkpoint);
    console.error(`${out}: epoch ${best.epoch}, dev ${scoreText(best, ', ')}, punctuation included.`);
  } catch (error) {
    line.clear();
    if (!interrupted.signal.aborted) throw error;
    console.error(
      existsSync(checkpoint)
        ? `Interrupted; --resume goes on from ${checkpoint}.`
        : 'Interrupted before the first epoch was done.',
    );
    process.exitCode = 130;
  } finally {
    process.off('SIGINT', interrupt);
    await team.close();
  }
}

/** The log and its curves. */
async function writeLog(out: string, records: readonly EpochRecord[]): Promise<void> {
  await writeWhole(`${out}.log.jsonl`, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  await writeWhole(`${out}.svg`, curves(records));
}

/** What of a record is neither a loss nor of the epoch itself. */
function scoresOf({ epoch, seconds, wordsPerSecond, devWordsPerSecond, ...others }: EpochRecord): Figures {
  return Object.fromEntries(Object.entries(others).filter(([name]) => !/loss$/i.test(name)));
}

function scoreText(record: EpochRecord, between: string): string {
  const scores = Object.entries(scoresOf(record));
  return scores.map(([name, value]) => `${name.toUpperCase()} ${value.toFixed(2)}`).join(between);
}

function epochLine(record: EpochRecord, epochs: number): string {
  const { epoch, wordsPerSecond, devWordsPerSecond, seconds } = record;
  const losses = Object.entries(record).filter(([name]) => /loss$/i.test(name));
  const left = Math.round(((epochs - epoch) * seconds) / 60);
  const loss = losses.map(([, value]) => value.toFixed(4)).join(' + ');
  const speed = `${wordsPerSecond.toFixed(0)} words/s, dev ${devWordsPerSecond.toFixed(0)}`;
  return `epoch ${epoch}  loss ${loss}  dev ${scoreText(record, '  ')}  ${speed}  ${left} min left`;
}

function curves(records: readonly EpochRecord[]): string {
  const series = Object.keys(scoresOf(records[0])).map((name) => ({
    name: name.toUpperCase(),
    points: records.map((record): [number, number] => [record.epoch, record[name]]),
  }));
  const title = 'Dev scores by epoch, punctuation included';
  return lineChart(series, { title, x: 'epoch', y: 'per cent' });
}
