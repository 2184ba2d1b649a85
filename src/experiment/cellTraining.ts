// Runs a cell: trains its parser in a separate process, from its last checkpoint if there is one, and evaluates it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readWhole, removeFile } from '../files/files.js';
import { makeFolder } from '../files/folder.js';
import { withLease } from '../jobs/lease.js';
import { checkpointOf, type FileTraining, logOf } from '../node/trainFile.js';
import type { EpochRecord } from '../train/loop.js';
import type { Cell } from './cell.js';
import { evaluateApart, trainApart } from './cellTask.js';
import type { CellProgress } from './progress.js';
import type { CellResult, Evaluations } from './result.js';

export interface CellOptions {
  /** The folder of models and checkpoints. */
  readonly work: string;
  /** Seconds without a sign of life after which a process that trains the same cell counts as dead. */
  readonly lease: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: CellProgress) => void;
}

/** The path of a cell's model. */
export function modelPath(work: string, id: string): string {
  return join(work, `${id}.model`);
}

/** Trains and evaluates a cell; an existing model is only evaluated. */
export async function runCell(cell: Cell, options: CellOptions): Promise<CellResult> {
  const { work, lease, onProgress } = options;
  await makeFolder(work);
  const model = modelPath(work, cell.id);
  return withLease(
    `${model}.lease`,
    lease,
    async (signal) => {
      if (!existsSync(model)) await trainApart(trainingOf(cell, model), signal, onProgress);
      // A training killed at its very end has not removed its checkpoint.
      await removeFile(checkpointOf(model));
      const log = await readLog(logOf(model));
      const evaluations = await evaluateApart([model], cell, signal);
      return resultOf(cell, log, evaluations);
    },
    options.signal,
  );
}

function trainingOf({ settings, train, dev, vectors }: Cell, out: string): FileTraining {
  return {
    kind: 'parser',
    settings: { ...settings },
    train: train.place,
    dev: dev.place,
    vectors: vectors?.place,
    out,
    threads: 1,
    resume: true,
  };
}

async function readLog(path: string): Promise<EpochRecord[]> {
  const lines = new TextDecoder()
    .decode(await readWhole(path))
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as EpochRecord);
}

function resultOf(cell: Cell, log: readonly EpochRecord[], evaluations: Evaluations): CellResult {
  const { select } = cell.settings;
  // The first of the best ones, as in training.
  const best = log.reduce((a, b) => (b[select] > a[select] ? b : a));
  return {
    kind: 'cell',
    id: cell.id,
    treebank: cell.treebank,
    settings: cell.settings,
    data: { train: cell.train.hash, dev: cell.dev.hash, vectors: cell.vectors?.hash ?? null },
    epoch: best.epoch,
    speed: {
      training: median(log.map(({ wordsPerSecond }) => wordsPerSecond)),
      parsing: median(log.map(({ devWordsPerSecond }) => devWordsPerSecond)),
    },
    ...evaluations,
    log,
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
