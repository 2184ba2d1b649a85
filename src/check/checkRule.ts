// A treebank rule as data: a name, a description, and a function that finds violations.
//
// Names, levels and contents follow the validator of Universal Dependencies
// (https://universaldependencies.org/validation-rules.html), which publishers of treebanks know.
import type { CheckedBlock } from './block.js';

/** Level 1 is the file format, level 2 the columns, the metadata and the tree, level 3 the universal guidelines. */
export const levels = [1, 2, 3] as const;
export type Level = (typeof levels)[number];

/** One violation of a rule, and a sentence that explains it. */
export interface Place {
  readonly line: number;
  readonly text: string;
}

/** Finds the violations of a rule in a sentence. */
export type Find = (block: CheckedBlock) => Iterable<Place>;

export interface CheckRule {
  readonly name: string;
  /** What the rule requires. */
  readonly about: string;
  /** An error by default; a warning does not make a treebank invalid. */
  readonly severity?: 'error' | 'warning';
  /** Starts a run over some files; the function it returns may remember earlier sentences. */
  readonly start: () => Find;
}

/** A rule about each sentence alone. */
export function rule(name: string, about: string, find: Find): CheckRule {
  return { name, about, start: () => find };
}

/** The same rule, as a warning. */
export function warning(strict: CheckRule): CheckRule {
  return { ...strict, severity: 'warning' };
}
