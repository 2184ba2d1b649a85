// Grids over made-up treebanks, with parsers so small that they are trained in a second.

import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, vi } from 'vitest';
import { writeSentence } from '../../src/conllu/writer.js';
import { toyTreebank } from './toyTreebank.js';

/** Lets the grids of a suite find their treebanks beside themselves, wherever this machine has others. */
export function hideTreebanks(): void {
  beforeEach(() => void vi.stubEnv('ARCWISE_DATA', undefined));
  afterEach(() => void vi.unstubAllEnvs());
}

export const smallSettings = { wordSize: 8, tagSize: 4, units: 8, hidden: 8, batchWords: 40, epochs: 2 };

/** A folder with the treebank toy, toy.train.conllu and toy.dev.conllu. */
export function gridFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'arcwise-grid-'));
  writeTreebank(join(folder, 'toy.train.conllu'), 60, 1);
  writeTreebank(join(folder, 'toy.dev.conllu'), 20, 2);
  return folder;
}

export function writeTreebank(path: string, sentences: number, seed: number): void {
  writeFileSync(
    path,
    toyTreebank(sentences, 8, seed)
      .map((sentence) => writeSentence(sentence))
      .join(''),
  );
}

/** A grid of one treebank and one configuration, but for what is given instead; gives its path. */
export function writeGrid(folder: string, name: string, more: object = {}): string {
  const path = join(folder, `${name}.json`);
  const grid = {
    treebanks: { toy: { train: 'toy.train.conllu', dev: 'toy.dev.conllu' } },
    configurations: { eager: { settings: smallSettings } },
    ...more,
  };
  writeFileSync(path, JSON.stringify(grid));
  return path;
}

/** What a folder holds; nothing where there is none. */
export function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
