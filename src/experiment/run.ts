// Runs a grid: does every cell without a result and saves each result at once, so that it can be stopped at any time.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Cell, cellName, cellsOf, type DataFile } from './cell.js';
import { modelPath } from './cellTraining.js';
import { ensembleName, ensemblesOf, type GridEnsemble, runEnsemble } from './ensembles.js';
import type { Grid } from './grid.js';
import { GridProgress } from './progress.js';
import { copyResults, evaluationOn, type Result, readResults, splits, writeResult } from './result.js';
import { type Monitor, messageOf, type Runner } from './runner.js';

export interface RunOptions {
  readonly runner: Runner;
  /** The folder of models and checkpoints. */
  readonly work: string;
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent, progress: GridProgress) => void;
}

/** An event, as a line of text. */
export interface RunEvent {
  readonly line: string;
  /** Whether it is only an intermediate step. */
  readonly isStep: boolean;
}

/** The folder of a grid's results. */
export function resultsFolder(grid: Grid): string {
  return join(grid.folder, 'results', grid.name);
}

/** The folder of models and checkpoints, shared by all grids of one folder. */
export function workFolder(grid: Grid): string {
  return join(grid.folder, 'work');
}

/** Runs all cells and ensembles without a result; returns the number of failures. */
export async function runGrid(grid: Grid, options: RunOptions): Promise<number> {
  const { runner, work, signal, onEvent } = options;
  const folder = resultsFolder(grid);
  const cells = await cellsOf(grid);
  const results = await knownResults(folder, cells);
  const ensembles = ensemblesOf(grid, cells).filter(({ id, members }) => !has(results, id, members[0].test));
  const todo = cellsToDo(cells, ensembles, results, work);
  const before = new Set(cells.map(({ id }) => id)).size - todo.length;
  const progress = new GridProgress(todo, before, performance.now());
  const report = (line: string, isStep = false) => onEvent({ line, isStep }, progress);
  report(`${progress.share} cells are done.`);

  const done = new Set<string>(cells.map(({ id }) => id));
  for (const { id } of todo) done.delete(id);
  const monitor: Monitor = {
    onStart(cell) {
      progress.started(cell);
      report(`${cellName(cell)}: started`, true);
    },
    onProgress(cell, { epoch, from, uas }) {
      progress.progressed(cell, { epoch, from, uas });
      report(`${cellName(cell)}: epoch ${epoch}, dev UAS ${uas.toFixed(2)}`, true);
    },
    async onDone(cell, result) {
      await writeResult(folder, result);
      done.add(cell.id);
      progress.done(cell);
      report(`${cellName(cell)}: done, ${scoreLine(result)} (${progress.share})`);
    },
    onFailure(cell, message) {
      progress.failed(cell);
      report(`${cellName(cell)}: failed\n${indented(message)}`);
    },
  };
  await runner(todo, monitor, signal);

  let failed = progress.count('failed');
  for (const ensemble of ensembles) {
    if (signal.aborted) break;
    const missing = ensemble.members.filter(({ id }) => !done.has(id));
    try {
      if (missing.length > 0) throw new Error(`${missing.length} of its parsers are not trained.`);
      const result = await runEnsemble(ensemble, work, signal);
      await writeResult(folder, result);
      report(`${ensembleName(ensemble)}: done, ${scoreLine(result)}`);
    } catch (error) {
      if (signal.aborted) break;
      failed++;
      report(`${ensembleName(ensemble)}: failed\n${indented(messageOf(error))}`);
    }
  }
  return failed;
}

/** The results of the grid, and those of its cells that other grids of the folder have. */
async function knownResults(folder: string, cells: readonly Cell[]): Promise<Result[]> {
  const own = await readResults(folder);
  const lacking = cells.map(({ id }) => id).filter((id) => !own.some((result) => result.id === id));
  const copied = await copyResults(folder, [...new Set(lacking)]);
  return copied.length > 0 ? readResults(folder) : own;
}

/** Cells without a result, each once, and those whose model an ensemble needs. */
function cellsToDo(
  cells: readonly Cell[],
  ensembles: readonly GridEnsemble[],
  results: readonly Result[],
  work: string,
): Cell[] {
  const members = new Set(ensembles.flatMap((ensemble) => ensemble.members.map(({ id }) => id)));
  const lacking = cells.filter(
    ({ id, test }) => !has(results, id, test) || (members.has(id) && !existsSync(modelPath(work, id))),
  );
  return [...new Map(lacking.map((cell) => [cell.id, cell])).values()];
}

/** Whether there is a result with this id, and with scores on the test file, if there is one. */
function has(results: readonly Result[], id: string, test: DataFile | undefined): boolean {
  return results.some((result) => result.id === id && (!test || result.test?.hash === test.hash));
}

function scoreLine(result: Result): string {
  return splits
    .flatMap((split) => {
      const uasAndLas = evaluationOn(result, split)?.scores.with;
      return uasAndLas ? [`${split} UAS ${uasAndLas.uas.toFixed(2)}, LAS ${uasAndLas.las.toFixed(2)}`] : [];
    })
    .join('; ');
}

function indented(text: string): string {
  return text.replace(/^/gm, '  ');
}
