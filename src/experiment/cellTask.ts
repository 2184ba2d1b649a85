// The work of a cell's process: trains its parser, or evaluates models on a treebank.
import { readSentences } from '../conllu/reader.js';
import type { Sentence } from '../conllu/sentence.js';
import { align } from '../evaluate/alignment.js';
import { type Punctuation, scoresOf, type Tally, talliesOf } from '../evaluate/scores.js';
import { layTreebank } from '../evaluate/treebank.js';
import { readWhole } from '../files/files.js';
import { type ProcessOptions, runInProcess } from '../jobs/process.js';
import { enableRelaxedSimd } from '../node/nodeEngine.js';
import { startPipeline } from '../node/parsing.js';
import { type FileTraining, trainFile } from '../node/trainFile.js';
import type { Cell, DataFile } from './cell.js';
import type { CellProgress } from './progress.js';
import type { Evaluation, Evaluations } from './result.js';

type Task =
  | { readonly train: FileTraining }
  | { readonly evaluate: { readonly models: readonly string[]; readonly treebank: string } };

/** Trains in a separate process. */
export async function trainApart(
  training: FileTraining,
  signal: AbortSignal,
  onProgress?: (progress: CellProgress) => void,
): Promise<void> {
  await apart({ train: training }, { signal, onReport: (report) => onProgress?.(report as CellProgress) });
}

/** Evaluates a model file, or several as an ensemble, on dev and on test, if there is one, in separate processes. */
export async function evaluateApart(
  models: readonly string[],
  { dev, test }: Pick<Cell, 'dev' | 'test'>,
  signal?: AbortSignal,
): Promise<Evaluations> {
  const on = async ({ place }: DataFile) =>
    (await apart({ evaluate: { models, treebank: place } }, { signal })) as Evaluation;
  return { ...(await on(dev)), ...(test && { test: { ...(await on(test)), hash: test.hash } }) };
}

function apart(task: Task, options: ProcessOptions): Promise<unknown> {
  return runInProcess(new URL(import.meta.url), task, options);
}

/** The entry of that process. */
export async function run(task: Task, report: (progress: CellProgress) => void): Promise<unknown> {
  // As on the command line, so that both make the same model.
  enableRelaxedSimd();
  if ('evaluate' in task) return evaluate(task.evaluate.models, task.evaluate.treebank);
  let from = 0;
  return trainFile(task.train, {
    onStart: (epochs) => {
      from = epochs;
    },
    onEpoch: ({ epoch, uas }) => report({ epoch, from, uas }),
  });
}

async function evaluate(models: readonly string[], treebank: string): Promise<Evaluation> {
  const gold = readGold(await readWhole(treebank), treebank);
  const files = await Promise.all(models.map(async (name) => ({ bytes: await readWhole(name), name })));
  const { pipeline } = await startPipeline(files);
  const parsed = pipeline.parse(gold).map(({ trees }) => trees[0].sentence);
  const alignment = align(layTreebank(gold, treebank), layTreebank(parsed, 'the parser’s output'));
  const tallies = {
    with: talliesOf(alignment, 'with'),
    without: talliesOf(alignment, 'without'),
  };
  return {
    scores: { with: fourScores(tallies.with, 'with'), without: fourScores(tallies.without, 'without') },
    counts: { with: countsOf(tallies.with), without: countsOf(tallies.without) },
  };
}

function readGold(bytes: Uint8Array, file: string): Sentence[] {
  return [...readSentences(bytes, { file, heads: 'optional', onSeveralRoots: () => {} })];
}

function fourScores(tallies: readonly Tally[], punctuation: Punctuation): Evaluation['scores'][Punctuation] {
  const { uas, las, uem, lem } = scoresOf(tallies, punctuation);
  return { uas, las, uem, lem };
}

function countsOf(tallies: readonly Tally[]): Evaluation['counts'][Punctuation] {
  return {
    words: tallies.map(({ words }) => words),
    heads: tallies.map(({ heads }) => heads),
    arcs: tallies.map(({ arcs }) => arcs),
  };
}
