// npm run bench -- compare BASE NAME [--rounds N]: runs the benchmark NAME of the commit BASE and of
// this build in turns, so that a busy machine slows both alike, and prints the ratio of each figure here to that of BASE.
// This build runs twice per round: a ratio means something if it is outside of what the build has against itself.
// `commands` is one benchmark for both builds, so BASE may be any commit whose commands have not changed.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { median, type Row, type Tables } from './table.js';

/** A run of BASE, and two of this build. */
export interface Round {
  readonly base: Tables;
  readonly here: Tables;
  readonly again: Tables;
}

/** Builds BASE in a folder of its own and runs both builds `rounds` times; they take turns in going first. */
export function compare(base: string, name: string, rounds: number): Tables {
  const folder = mkdtempSync(join(tmpdir(), 'arcwise-base-'));
  try {
    const git = (...args: string[]) => execFileSync('git', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    git('clone', '--quiet', '--no-checkout', '.', folder);
    const commit = git('rev-parse', '--verify', `${base}^{commit}`).toString().trim();
    git('-C', folder, 'checkout', '--quiet', '--detach', commit);
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, stdio: 'inherit' });
    const run = (build: string): Tables => {
      const isShared = name === 'commands';
      const args = ['--import', 'tsx', 'bench/main.ts', name, '--json'];
      if (isShared) args.push('--build', build, '--model', join(folder, 'models/en/english.arcwise'));
      const cwd = isShared ? '.' : build;
      return JSON.parse(execFileSync(process.execPath, args, { cwd, encoding: 'utf8' }));
    };
    return ratios(
      Array.from({ length: rounds }, (_, round): Round => {
        if (round % 2 === 0) return { base: run(folder), here: run('.'), again: run('.') };
        const again = run('.');
        const here = run('.');
        return { base: run(folder), here, again };
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Tables of ratios, here to base: the median over the rounds, and their minimum and maximum; then the same for this build
 * against itself. Cells that are the same in all runs, such as the number of words, are kept; titles are compared up to
 * their colon.
 */
export function ratios(rounds: readonly Round[]): Tables {
  const [first] = rounds;
  const runs = rounds.flatMap(({ base, here, again }) => [base, here, again]);
  const shape = (tables: Tables) =>
    JSON.stringify(Object.entries(tables).map(([title, rows]) => [named(title), rows.map(Object.keys)]));
  if (runs.some((run) => shape(run) !== shape(first.here))) {
    throw new Error(
      'The two builds do not measure the same: their tables have other titles, rows or columns.',
    );
  }
  const tables = Object.entries(first.here).map(([title, rows], table): [string, Row[]] => {
    const cell = (run: Tables, row: number, column: string) => Object.values(run)[table][row][column];
    const ratioRows = rows.map((own, row) =>
      Object.fromEntries(
        Object.keys(own).map((column) => {
          const isLabel = runs.every((run) => cell(run, row, column) === own[column]);
          if (isLabel) return [column, own[column]];
          const figure = (run: Tables) => Number(cell(run, row, column));
          const changed = spread(rounds.map(({ base, here }) => figure(here) / figure(base)));
          const noise = spread(rounds.map(({ here, again }) => figure(again) / figure(here)));
          return [column, `${changed}, itself ${noise}`];
        }),
      ),
    );
    return [named(title), ratioRows];
  });
  return Object.fromEntries(tables);
}

const named = (title: string) => title.split(':')[0];

/** 1.05 (0.98 to 1.10) */
function spread(values: number[]): string {
  const [middle, least, most] = [median(values), Math.min(...values), Math.max(...values)];
  return `${middle.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
}
