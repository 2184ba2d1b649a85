// What a rule for treebanks is: data with a name, a sentence about it, and a way to find what breaks it.
//
// Names, levels and contents are those of the validator of Universal Dependencies
// (https://universaldependencies.org/validation-rules.html), so that people who publish treebanks know them.
import type { Block } from './block.js';

/** Level 1 is the file format, level 2 the columns, the metadata and the tree, level 3 the universal guidelines. */
export const levels = [1, 2, 3] as const;
export type Level = (typeof levels)[number];

/** One place that breaks a rule, and a sentence that says how. */
export interface Place {
  readonly line: number;
  readonly text: string;
}

/** Finds the places of a sentence that break a rule. */
export type Find = (block: Block) => Iterable<Place>;

export interface Rule {
  readonly name: string;
  /** What the rule demands. */
  readonly about: string;
  /** An error by default; a warning does not make a treebank invalid. */
  readonly severity?: 'error' | 'warning';
  /** Starts a run over some files; what it returns may remember the sentences before. */
  readonly start: () => Find;
}

/** A rule about each sentence by itself. */
export function rule(name: string, about: string, find: Find): Rule {
  return { name, about, start: () => find };
}

/** The same rule, as a warning. */
export function warning(strict: Rule): Rule {
  return { ...strict, severity: 'warning' };
}
