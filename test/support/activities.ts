// What the program does when it is killed or when a disk fails: activities so small that a run takes a fraction of a second.
import { copyFileSync, writeFileSync } from 'node:fs';
import { saveModel } from '../../src/models/saved.js';
import type { FaultyFolder } from './faultyRuns.js';
import { smallSettings, writeGrid, writeTreebank } from './grids.js';
import { randomParser } from './randomParser.js';
import { toyTreebank } from './toyTreebank.js';

export interface Activity {
  readonly name: string;
  /** Puts what it needs into an empty folder. */
  prepare(folder: FaultyFolder): void;
  /** The command line; the same one goes on with what was begun. */
  args(folder: FaultyFolder): string[];
  /** The processes that write files. */
  readonly verbs: readonly string[];
}

const tiny = { ...smallSettings, wordSize: 4, units: 4, hidden: 4, labelHidden: 4, layers: 1 };
const flags = Object.entries(tiny).flatMap(([name, value]) => [
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
  String(value),
]);

function prepareTreebanks(folder: FaultyFolder): void {
  writeTreebank(folder.file('toy.train.conllu'), 20, 1);
  writeTreebank(folder.file('toy.dev.conllu'), 6, 2);
}

export const training: Activity = {
  name: 'training',
  verbs: ['train'],
  prepare: prepareTreebanks,
  args(folder) {
    const files = { train: 'toy.train.conllu', dev: 'toy.dev.conllu', out: 'model' };
    const given = Object.entries(files).flatMap(([flag, name]) => [`--${flag}`, folder.file(name)]);
    return ['train', ...given, ...flags, '--epochs', '3', '--threads', '1', '--resume'];
  },
};

/** Over an older file. */
export const saving: Activity = {
  name: 'saving',
  verbs: ['bundle'],
  prepare(folder) {
    const parser = randomParser({ wordSize: 50, units: 100 }, toyTreebank(20, 8, 1));
    writeFileSync(folder.file('model'), saveModel(parser, {}));
    copyFileSync(folder.file('model'), folder.file('saved'));
  },
  args: (folder) => ['bundle', '--parser', folder.file('model'), '--out', folder.file('saved')],
};

export const grid: Activity = {
  name: 'a grid',
  verbs: ['experiment', 'train'],
  prepare(folder) {
    prepareTreebanks(folder);
    const settings = { ...tiny, epochs: 1 };
    writeGrid(folder.path, 'grid', { configurations: { eager: { settings } } });
  },
  args: (folder) => ['experiment', 'run', folder.file('grid.json'), '--workers', '1'],
};

/** Tagging by taggers that learn from the rest, fold by fold. */
export const jackknifing: Activity = {
  name: 'jackknifing',
  verbs: ['tag'],
  prepare: (folder) => writeTreebank(folder.file('toy.conllu'), 12, 1),
  args(folder) {
    const own = ['--jackknife', '2', folder.file('toy.conllu'), '--out', folder.file('tagged.conllu')];
    const sizes = ['--word-size', '4', '--character-units', '4', '--units', '4', '--hidden', '4'];
    return ['tag', ...own, ...sizes, '--epochs', '1', '--threads', '1', '--columns', 'upos'];
  },
};
