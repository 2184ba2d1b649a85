// Trains a model from files to a file, with a checkpoint and a log after each epoch.
import { existsSync } from 'node:fs';
import { counted } from '../conllu/quotation.js';
import { checkWritable, readWhole, removeFile, writeWhole } from '../files/files.js';
import type { Figures } from '../learner/learner.js';
import { saveModel, withShortNames } from '../models/saved.js';
import { lineChart } from '../render/lineChart.js';
import type { EpochRecord, TrainingProgress } from '../train/loop.js';
import { readStart, type Start } from '../train/start.js';
import { trainables } from '../train/trainables.js';
import { type ModelKind, type Trained, trainModel } from '../train/training.js';
import type { WordVectors } from '../vectors/vectorTable.js';
import { encoderFiles, readEncoderFolder } from './encoderFolder.js';
import { createNodeEngine } from './nodeEngine.js';
import { startTeam } from './threadTeam.js';
import { readTreebank, readWordVectors } from './treebankFile.js';

export interface FileTraining {
  readonly kind: ModelKind;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Treebanks. */
  readonly train: string;
  readonly dev: string;
  /** Pretrained word vectors. */
  readonly vectors?: string;
  /** The folder of a pretrained transformer, if the settings use one. */
  readonly encoder?: string;
  /** The file of a model to start from. */
  readonly start?: string;
  /** The model file; its log, its curves and, during training, its checkpoint are beside it. */
  readonly out: string;
  readonly threads: number;
  /** Continues from the checkpoint if there is one. */
  readonly resume: boolean;
}

export interface FileTrainingHooks {
  readonly signal?: AbortSignal;
  /** Called with messages for the user, one sentence each. */
  readonly onNote?: (note: string) => void;
  /** Called before the first epoch, with the number of epochs in the checkpoint. */
  readonly onStart?: (epochs: number) => void;
  readonly onProgress?: (progress: TrainingProgress) => void;
  readonly onEpoch?: (record: EpochRecord) => void;
}

/** The checkpoint file of a training run. */
export function checkpointOf(out: string): string {
  return `${out}.checkpoint`;
}

/** The log file of a training run. */
export function logOf(out: string): string {
  return `${out}.log.jsonl`;
}

function curvesOf(out: string): string {
  return `${out}.svg`;
}

/** All files that a training run writes. */
export function trainingFiles(out: string): string[] {
  return [out, checkpointOf(out), logOf(out), curvesOf(out)];
}

/** The settings of the model in a file that training goes on from. */
export async function startSettings(path: string, kind: ModelKind): Promise<Start['settings']> {
  return readStart(await readWhole(path), kind, trainables[kind].schema).settings;
}

/** Trains a model and writes it; returns the best epoch. */
export async function trainFile(
  { kind, settings, threads, resume, ...files }: FileTraining,
  { signal, onNote, onStart, onProgress, onEpoch }: FileTrainingHooks = {},
): Promise<EpochRecord> {
  const { out } = files;
  const checkpoint = checkpointOf(out);
  // Fail now rather than after the first epoch.
  const encoder = files.encoder === undefined ? [] : encoderFiles(files.encoder);
  await checkWritable(trainingFiles(out), [files.train, files.dev, files.vectors, files.start, ...encoder]);
  const trees = trainables[kind].trees(trainables[kind].readSettings(settings));
  const train = await readTreebank(files.train, trees);
  const dev = await readTreebank(files.dev, trees);
  const vectors = files.vectors && (await vectorsOf(kind, files.vectors, settings, train));
  if (vectors) onNote?.(`${files.vectors}: ${counted(vectors.words.size, 'vector')}.`);
  const transformer = files.encoder === undefined ? undefined : await readEncoderFolder(files.encoder);
  const start = files.start === undefined ? undefined : await readWhole(files.start);
  const engine = createNodeEngine({ shared: threads > 1 });
  let nonprojective = 0;
  const save = ({ model, best }: Trained) => {
    const data = {
      ...{ train: files.train, dev: files.dev, vectors: files.vectors ?? null, nonprojective },
      ...(files.encoder === undefined ? {} : { encoder: files.encoder }),
      ...(files.start === undefined ? {} : { start: files.start }),
    };
    const scores = { epoch: best.epoch, ...devScoresOf(best), punctuation: 'included' };
    const card = withShortNames({ data, dev: scores, threads, provider: engine.provider });
    return writeWhole(out, saveModel(model, card));
  };
  const trained = await trainModel(
    { kind, settings, train, dev, vectors: vectors || undefined, transformer, start },
    { engine, startTeam: (model, corpus) => startTeam(model, corpus, threads) },
    {
      resume: resume && existsSync(checkpoint) ? await readWhole(checkpoint) : undefined,
      signal,
      onProgress,
      onPrepared: async (preparation, records) => {
        ({ nonprojective } = preparation);
        if (nonprojective > 0) {
          const what = preparation.lifted ? 'lifted' : 'left out; --nonprojective lift would use them';
          const many = counted(nonprojective, 'non-projective sentence');
          onNote?.(`${files.train}: ${many} ${nonprojective === 1 ? 'is' : 'are'} ${what}.`);
        }
        const { empty } = preparation;
        if (empty.length > 0) {
          const names = empty.map((name) => name.toUpperCase()).join(' or ');
          onNote?.(`${files.train}: no word has ${names}: left out of learning and scores.`);
        }
        // The log lacks the checkpoint's last epoch if the process was killed between the two writes.
        if (records.length > 0) await writeLog(out, records);
        onStart?.(records.length);
      },
      onEpoch: async (record, state, records) => {
        await writeWhole(checkpoint, state());
        await writeLog(out, records);
        onEpoch?.(record);
      },
      onTrained: save,
    },
  );
  await save(trained);
  await removeFile(checkpoint);
  return trained.best;
}

async function vectorsOf(
  kind: ModelKind,
  path: string,
  given: Readonly<Record<string, unknown>>,
  sentences: Parameters<typeof readWordVectors>[2],
): Promise<WordVectors> {
  const { encoder } = trainables[kind].readSettings(given);
  if (!encoder) throw new Error(`A ${kind} takes no word vectors.`);
  return readWordVectors(path, encoder, sentences);
}

/** The log and its curves. */
async function writeLog(out: string, records: readonly EpochRecord[]): Promise<void> {
  await writeWhole(logOf(out), records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  await writeWhole(curvesOf(out), curves(records));
}

/** The dev scores of a record: everything except losses and the epoch's own figures. */
export function devScoresOf({
  epoch,
  seconds,
  wordsPerSecond,
  devWordsPerSecond,
  ...others
}: EpochRecord): Figures {
  return Object.fromEntries(Object.entries(others).filter(([name]) => !/loss$/i.test(name)));
}

function curves(records: readonly EpochRecord[]): string {
  const series = Object.keys(devScoresOf(records[0])).map((name) => ({
    name: name.toUpperCase(),
    points: records.map((record): [number, number] => [record.epoch, record[name]]),
  }));
  const title = 'Dev scores by epoch, punctuation included';
  return lineChart(series, { title, x: 'epoch', y: 'per cent' });
}
