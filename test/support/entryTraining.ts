// A small training, the same through every entry: in Node, in a page and by the command line.
import { toyTreebank } from './toyTreebank.js';

export const entryTraining = {
  settings: { wordSize: 8, tagSize: 4, units: 8, hidden: 8, batchWords: 40, epochs: 2, seed: 3 },
  train: toyTreebank(40, 8, 1),
  dev: toyTreebank(10, 8, 2),
};

/** The same settings as flags. */
export const entryFlags = Object.entries(entryTraining.settings).flatMap(([name, value]) => [
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
  String(value),
]);
