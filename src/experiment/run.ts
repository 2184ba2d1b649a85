// Runs a grid: does every cell without a result and saves each result at once, so that it can be stopped at any time.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Cell, cellName, cellsOf } from './cell.js';
import { modelPath } from './cellTraining.js';
import { ensembleName, ensemblesOf, type GridEnsemble, runEnsemble } from './ensembles.js';
import type { Grid } from './grid.js';
import { GridProgress } from './progress.js';
import { type Result, readResults, writeResult } from './result.js';
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
  const results = await readResults(folder);
  const cells = await cellsOf(grid);
  const ensembles = ensemblesOf(grid, cells).filter(({ id }) => !has(results, id));
  const todo = cellsToDo(cells, ensembles, results, work);
  const before = new Set(cells.map(({ id }) => id)).size - todo.length;
  const progress = new GridProgress(todo, before, performance.now());
  const tell = (line: string, isStep = false) => onEvent({ line, isStep }, progress);
  tell(`${progress.share} cells are done.`);

  const done = new Set<string>(cells.map(({ id }) => id));
  for (const { id } of todo) done.delete(id);
  const monitor: Monitor = {
    onStart(cell) {
      progress.started(cell);
      tell(`${cellName(cell)}: started`, true);
    },
    onProgress(cell, { epoch, from, uas }) {
      progress.progressed(cell, { epoch, from, uas });
      tell(`${cellName(cell)}: epoch ${epoch}, dev UAS ${uas.toFixed(2)}`, true);
    },
    async onDone(cell, result) {
      await writeResult(folder, result);
      done.add(cell.id);
      progress.done(cell);
      tell(`${cellName(cell)}: done, ${scoreLine(result)} (${progress.share})`);
    },
    onFailure(cell, message) {
      progress.failed(cell);
      tell(`${cellName(cell)}: failed\n${indented(message)}`);
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
      tell(`${ensembleName(ensemble)}: done, ${scoreLine(result)}`);
    } catch (error) {
      if (signal.aborted) break;
      failed++;
      tell(`${ensembleName(ensemble)}: failed\n${indented(messageOf(error))}`);
    }
  }
  return failed;
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
    ({ id }) => !has(results, id) || (members.has(id) && !existsSync(modelPath(work, id))),
  );
  return [...new Map(lacking.map((cell) => [cell.id, cell])).values()];
}

function has(results: readonly Result[], id: string): boolean {
  return results.some((result) => result.id === id);
}

function scoreLine({ scores }: Result): string {
  return `dev UAS ${scores.with.uas.toFixed(2)}, LAS ${scores.with.las.toFixed(2)}`;
}

function indented(text: string): string {
  return text.replace(/^/gm, '  ');
}
