// Does a cell: trains its parser in a process of its own, from the last checkpoint on if there is one, and evaluates it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withLease } from '../jobs/lease.js';
import { readWhole, removeFile } from '../node/files.js';
import { makeFolder } from '../node/folder.js';
import { checkpointOf, type FileTraining, logOf } from '../node/trainFile.js';
import type { EpochRecord } from '../train/loop.js';
import type { Cell } from './cell.js';
import { evaluateApart, trainApart } from './cellTask.js';
import type { CellProgress } from './progress.js';
import type { CellResult } from './result.js';

export interface CellOptions {
  /** The folder of models and checkpoints. */
  readonly work: string;
  /** Seconds without a sign of life after which a process that trains the same cell counts as gone. */
  readonly lease: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: CellProgress) => void;
}

/** Where the model of a cell is kept. */
export function modelPath(work: string, id: string): string {
  return join(work, `${id}.model`);
}

/** Trains and evaluates a cell; a model that is there already is only evaluated. */
export async function runCell(cell: Cell, options: CellOptions): Promise<CellResult> {
  const { work, lease, onProgress } = options;
  await makeFolder(work);
  const model = modelPath(work, cell.id);
  return withLease(
    `${model}.lease`,
    lease,
    async (signal) => {
      if (!existsSync(model)) await trainApart(trainingOf(cell, model), signal, onProgress);
      // A training that was killed right at its end has not removed it.
      await removeFile(checkpointOf(model));
      const log = await readLog(logOf(model));
      const evaluation = await evaluateApart([model], cell.dev.place, signal);
      return resultOf(cell, log, evaluation);
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

function resultOf(
  cell: Cell,
  log: readonly EpochRecord[],
  evaluation: Pick<CellResult, 'scores' | 'counts'>,
): CellResult {
  const { select } = cell.settings;
  // The first of the best ones, as training chooses it.
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
    ...evaluation,
    log,
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
