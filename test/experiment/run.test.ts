// Running grids without training anything: the runner here only invents results.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cellName } from '../../src/experiment/cell.js';
import { readGrid } from '../../src/experiment/grid.js';
import type { CellResult } from '../../src/experiment/result.js';
import { runGrid } from '../../src/experiment/run.js';
import type { Runner } from '../../src/experiment/runner.js';
import { filesIn, gridFolder, hideTreebanks, writeGrid } from '../support/grids.js';

hideTreebanks();

let folder: string;
beforeEach(() => {
  folder = gridFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a grid with these seeds; returns the cells that were run. */
async function runSeeds(name: string, seeds: readonly number[]): Promise<string[]> {
  const ran: string[] = [];
  const runner: Runner = async (cells, monitor) => {
    for (const cell of cells) {
      ran.push(cellName(cell));
      const scores = { uas: 90 + cell.seed, las: 80, uem: 50, lem: 40 };
      const counts = { words: [1], heads: [1], arcs: [1] };
      const result: CellResult = {
        kind: 'cell',
        id: cell.id,
        treebank: cell.treebank,
        settings: cell.settings,
        data: { train: cell.train.hash, dev: cell.dev.hash, vectors: null },
        epoch: 1,
        speed: { training: 1, parsing: 1 },
        scores: { with: scores, without: scores },
        counts: { with: counts, without: counts },
        log: [],
      };
      await monitor.onDone(cell, result);
    }
  };
  await runGrid(await readGrid(writeGrid(folder, name, { seeds })), {
    runner,
    work: join(folder, 'work'),
    signal: new AbortController().signal,
    onEvent: () => {},
  });
  return ran;
}

it('takes results over from other grids of the folder, byte by byte, and runs only the rest', async () => {
  expect(await runSeeds('first', [1, 2])).toEqual(['toy, eager, seed 1', 'toy, eager, seed 2']);
  // Reports and other files beside the folders of results are no results.
  writeFileSync(join(folder, 'results', 'notes.txt'), 'a note');
  mkdirSync(join(folder, 'results', 'empty'));
  expect(await runSeeds('second', [2, 3, 1])).toEqual(['toy, eager, seed 3']);
  expect(await runSeeds('second', [2, 3, 1])).toEqual([]);
  const [first, second] = ['first', 'second'].map((name) => join(folder, 'results', name));
  expect(filesIn(second)).toHaveLength(3);
  for (const file of filesIn(first)) {
    expect(readFileSync(join(second, file), 'utf8')).toBe(readFileSync(join(first, file), 'utf8'));
  }
});
