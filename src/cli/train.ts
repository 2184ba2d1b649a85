// arcwise train: trains a parser on a treebank, with a checkpoint after each epoch, a log and its curves.
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { readSentences } from '../conllu/reader.js';
import type { Sentence } from '../conllu/sentence.js';
import { Random } from '../engine/random.js';
import { instanceOf } from '../model/instance.js';
import { Parser } from '../model/parser.js';
import { saveParser } from '../model/saved.js';
import { defaults, readSettings, type Settings } from '../model/settings.js';
import { readVectors } from '../model/vectors.js';
import type { WordVectors } from '../model/vectorTable.js';
import { normalize, Vocabulary } from '../model/vocabulary.js';
import { createNodeEngine } from '../node/engine.js';
import { openFile, readWhole, writeWhole } from '../node/files.js';
import { reasonOf } from '../node/input.js';
import { startTeam } from '../node/team.js';
import { lineChart } from '../render/chart.js';
import { readCheckpoint, writeCheckpoint } from '../train/checkpoint.js';
import { trainingData } from '../train/data.js';
import { type EpochRecord, train } from '../train/loop.js';
import { count } from './options.js';
import { ProgressLine } from './progressLine.js';
import { UsageError } from './usage.js';

export const usage =
  'arcwise train --train FILE --dev FILE --out MODEL [--config FILE] [--vectors FILE] [--threads N] [--resume]\n' +
  `  and any setting: ${Object.keys(defaults)
    .map((name) => `--${flagOf(name)}`)
    .join(' ')}`;

function flagOf(setting: string): string {
  return setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** A flag's text as the kind of value that the setting has. */
function parsedValue(setting: keyof Settings, text: string): unknown {
  const usual = defaults[setting];
  if (Array.isArray(usual)) return text.split(',').map((part) => part.trim());
  if (typeof usual === 'number') return text.trim() === '' ? text : Number(text);
  if (typeof usual === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

interface Plan {
  readonly trainFile: string;
  readonly devFile: string;
  readonly out: string;
  readonly vectorsFile?: string;
  readonly threads: number;
  readonly resume: boolean;
  readonly settings: Settings;
}

export async function run(args: string[]): Promise<void> {
  const plan = await planOf(args);
  const { out, threads, settings } = plan;
  // Known now rather than after the first epoch.
  if (!existsSync(dirname(out))) throw new Error(`There is no folder for the model ${out}.`);
  const { parser, corpus, nonprojective } = await prepare(plan);
  const checkpoint = `${out}.checkpoint`;
  const resume =
    plan.resume && existsSync(checkpoint) ? readCheckpoint(await readWhole(checkpoint), settings) : undefined;
  const team = await startTeam(parser, corpus, threads);
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  process.once('SIGINT', interrupt);
  const line = new ProgressLine(process.stderr);
  try {
    const { best } = await train(parser, corpus, team, {
      resume,
      signal: interrupted.signal,
      onProgress: ({ epoch, done, wordsPerSecond, loss }) => {
        const share = `${(100 * done).toFixed(0)}%  ${wordsPerSecond.toFixed(0)} words/s`;
        line.show(`epoch ${epoch}/${settings.epochs}  ${share}  loss ${loss.toFixed(4)}`, done);
      },
      onEpoch: async (record, state) => {
        line.clear();
        console.error(epochLine(record, settings));
        const reached = state();
        await writeWhole(checkpoint, writeCheckpoint(reached, settings));
        await writeWhole(
          `${out}.log.jsonl`,
          reached.records.map((one) => `${JSON.stringify(one)}\n`).join(''),
        );
        await writeWhole(`${out}.svg`, curves(reached.records));
      },
    });
    const { epoch, uas, las, uem } = best;
    const data = {
      train: plan.trainFile,
      dev: plan.devFile,
      vectors: plan.vectorsFile ?? null,
      nonprojective,
    };
    const dev = { epoch, uas, las, uem, punctuation: 'included' };
    const { provider } = parser.parameters.engine;
    await writeWhole(out, saveParser(parser, { data, dev, threads, provider }));
    await rm(checkpoint, { force: true });
    console.error(
      `${out}: epoch ${epoch}, dev UAS ${uas.toFixed(2)}, LAS ${las.toFixed(2)}, punctuation included.`,
    );
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

async function planOf(args: string[]): Promise<Plan> {
  const names = Object.keys(defaults) as (keyof Settings)[];
  const string = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: {
      ...Object.fromEntries(names.map((name) => [flagOf(name), string])),
      train: string,
      dev: string,
      out: string,
      config: string,
      vectors: string,
      threads: string,
      resume: { type: 'boolean' },
    },
  });
  const given = values as Record<string, string | undefined> & { resume?: boolean };
  const required = (name: string): string => {
    const path = given[name];
    if (path === undefined) throw new UsageError(`--${name} is missing.`);
    return path;
  };
  const overrides = names.flatMap((name) => {
    const text = given[flagOf(name)];
    return text === undefined ? [] : [[name, parsedValue(name, text)]];
  });
  return {
    trainFile: required('train'),
    devFile: required('dev'),
    out: required('out'),
    vectorsFile: given.vectors,
    threads: count('--threads', given.threads) ?? availableParallelism(),
    resume: given.resume ?? false,
    settings: await settingsOf(given.config, Object.fromEntries(overrides)),
  };
}

/** The settings of the config file, those of flags before them. */
async function settingsOf(config: string | undefined, overrides: Record<string, unknown>): Promise<Settings> {
  let given: object = {};
  if (config !== undefined) {
    const text = new TextDecoder().decode(await readWhole(config));
    try {
      given = Object(JSON.parse(text));
    } catch {
      throw new UsageError(`${config} is not JSON.`);
    }
  }
  try {
    return readSettings({ ...given, ...overrides });
  } catch (error) {
    throw new UsageError(reasonOf(error));
  }
}

/** The parser as it starts out, and the sentences in numbers. */
async function prepare({ trainFile, devFile, vectorsFile, threads, settings }: Plan) {
  const { sentences, nonprojective } = trainingData(await readTreebank(trainFile), settings);
  const devSentences = await readTreebank(devFile);
  if (sentences.length === 0) throw new Error(`${trainFile} has no projective sentence to learn from.`);
  if (nonprojective > 0) {
    const what = settings.nonprojective === 'skip' ? 'left out' : 'lifted';
    console.error(`${nonprojective} non-projective sentences of ${trainFile} are ${what}.`);
  }
  const vectors =
    vectorsFile === undefined ? undefined : await wantedVectors(vectorsFile, settings, sentences);
  const vocabulary = Vocabulary.of(sentences, settings);
  const parser = new Parser(createNodeEngine({ shared: threads > 1 }), settings, vocabulary);
  parser.parameters.initialize(new Random(settings.seed));
  if (vectors) copyVectors(parser, vectors);
  const instances = (list: readonly Sentence[]) =>
    list.map((sentence) => instanceOf(sentence, vocabulary, settings));
  return { parser, corpus: { train: instances(sentences), dev: instances(devSentences) }, nonprojective };
}

async function readTreebank(path: string): Promise<Sentence[]> {
  const sentences = [...readSentences(await readWhole(path), { file: path })].filter(
    ({ words }) => words.length > 0,
  );
  if (sentences.length === 0) throw new Error(`${path} has no sentences.`);
  return sentences;
}

/** The vectors of the training words. */
async function wantedVectors(
  path: string,
  settings: Settings,
  sentences: readonly Sentence[],
): Promise<WordVectors> {
  const words = new Set(sentences.flatMap((sentence) => sentence.words.map(({ form }) => normalize(form))));
  const vectors = await readVectors(await openFile(path), words);
  if (vectors.size !== settings.wordSize) {
    throw new Error(
      `The vectors of ${path} have ${vectors.size} numbers, but "wordSize" is ${settings.wordSize}.`,
    );
  }
  console.error(`${path} has vectors for ${vectors.words.size} of ${words.size} words.`);
  return vectors;
}

function copyVectors({ encoder, vocabulary }: Parser, { words, matrix, size }: WordVectors): void {
  const { data } = encoder.words.table.value;
  for (const [id, word] of vocabulary.data.words.entries()) {
    const row = words.get(word);
    if (row !== undefined) data.set(matrix.subarray(row * size, (row + 1) * size), id * size);
  }
}

function epochLine(record: EpochRecord, { epochs }: Settings): string {
  const { epoch, loss, labelLoss, uas, las, uem, wordsPerSecond, devWordsPerSecond, seconds } = record;
  const left = (epochs - epoch) * seconds;
  const scores = `dev UAS ${uas.toFixed(2)}  LAS ${las.toFixed(2)}  UEM ${uem.toFixed(2)}`;
  const speed = `${wordsPerSecond.toFixed(0)} words/s, parsing ${devWordsPerSecond.toFixed(0)}`;
  return `epoch ${epoch}  loss ${loss.toFixed(4)} + ${labelLoss.toFixed(4)}  ${scores}  ${speed}  ${Math.round(left / 60)} min left`;
}

function curves(records: readonly EpochRecord[]): string {
  const series = (name: string, of: (record: EpochRecord) => number) => ({
    name,
    points: records.map((record): [number, number] => [record.epoch, of(record)]),
  });
  return lineChart(
    [series('UAS', ({ uas }) => uas), series('LAS', ({ las }) => las), series('UEM', ({ uem }) => uem)],
    { title: 'Dev scores by epoch, punctuation included', x: 'epoch', y: 'per cent' },
  );
}
