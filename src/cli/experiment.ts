// arcwise experiment: runs grids of training runs on this machine or through a queue, and reports their results.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { GridError } from '../experiment/fields.js';
import { type Grid, readGrid } from '../experiment/grid.js';
import { gridReport, gridReportText, reportFormats, writeReport } from '../experiment/gridReport.js';
import { LiveTable } from '../experiment/liveTable.js';
import type { GridProgress } from '../experiment/progress.js';
import { queueRunner } from '../experiment/queueRunner.js';
import { readResults } from '../experiment/result.js';
import { resultsFolder, runGrid, workFolder } from '../experiment/run.js';
import { pool, type Runner } from '../experiment/runner.js';
import { OutputStream } from '../files/outputStream.js';
import { choice, count } from '../options/optionValues.js';
import { json, type Options, type Usage, UsageError } from '../options/usage.js';

const runOptions = {
  workers: { type: 'string', takes: 'N', help: 'parallel training runs; by default one per core' },
  queue: {
    type: 'string',
    takes: 'redis://…',
    help: 'lets the workers of a queue train instead of this machine',
  },
} as const satisfies Options;

const reportOptions = {
  format: {
    type: 'string',
    default: 'markdown',
    takes: reportFormats.join('|'),
    help: 'the format of tables',
  },
  out: {
    type: 'string',
    takes: 'FOLDER',
    help: 'the folder for the text and the charts; without it, the text is printed',
  },
  json,
} as const satisfies Options;

export const usage: Usage = [
  {
    call: 'experiment run GRID',
    about: 'Trains every cell of a grid that has no result yet.',
    options: runOptions,
  },
  {
    call: 'experiment report GRID',
    about: 'Prints tables, comparisons and charts of a grid’s results.',
    options: reportOptions,
  },
];

/** Seconds without a sign of life after which another local process that trains the same cell counts as dead. */
const lease = 5;
/** Milliseconds between updates of the live table. */
const showEvery = 500;

export async function run(args: string[]): Promise<void> {
  const [action, ...rest] = args;
  if (action === 'run') await runAction(rest);
  else if (action === 'report') await reportAction(rest);
  else throw new UsageError('Say what to do with the grid: run or report.');
}

async function runAction(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: runOptions,
  });
  const workers = count('--workers', values.workers);
  if (workers !== undefined && values.queue !== undefined) {
    throw new UsageError('--workers is for this machine; with --queue, give it to arcwise worker.');
  }
  const grid = await gridOf(positionals);
  const work = workFolder(grid);
  const table = new LiveTable(process.stderr);
  const report = (line: string) => table.log(line);
  const runner: Runner =
    values.queue === undefined
      ? pool({ workers: workers ?? availableParallelism(), work, lease })
      : await queueRunner(values.queue, work, report);
  await untilInterrupted(async (signal) => {
    let reached: GridProgress | undefined;
    const show = () => table.show(reached?.lines(performance.now()) ?? []);
    const timer = setInterval(show, showEvery);
    try {
      const failed = await runGrid(grid, {
        runner,
        work,
        signal,
        onEvent({ line, isStep }, progress) {
          reached = progress;
          // The live table already shows what is running.
          if (!table.isLive || !isStep) report(line);
          show();
        },
      });
      if (failed > 0) process.exitCode = 1;
    } finally {
      clearInterval(timer);
      table.clear();
    }
  });
}

/** Runs work that SIGINT or SIGTERM stops. */
async function untilInterrupted(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  try {
    await work(interrupted.signal);
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
  if (!interrupted.signal.aborted) return;
  console.error('Stopped; the same command continues from here.');
  process.exitCode = 130;
}

async function reportAction(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: reportOptions,
  });
  const format = choice('--format', values.format, reportFormats);
  const grid = await gridOf(positionals);
  const report = gridReport(grid, await readResults(resultsFolder(grid)));
  if (values.out !== undefined) {
    await writeReport(values.out, report, format, positionals[0]);
    return;
  }
  const output = new OutputStream();
  await output.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : gridReportText(report, format));
  await output.flush();
}

async function gridOf(positionals: readonly string[]): Promise<Grid> {
  if (positionals.length !== 1) throw new UsageError('Give one grid file.');
  try {
    return await readGrid(positionals[0]);
  } catch (error) {
    throw error instanceof GridError ? new UsageError(error.message) : error;
  }
}
