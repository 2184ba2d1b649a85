// Checks treebank files: lines in, findings out.
//
// A treebank may have several files, such as its splits; rules that compare sentences compare across all files.
import type { Line } from '../conllu/lines.js';
import { CheckedBlock, type CheckedLine, checkedLine } from './block.js';
import { type CheckRule, type Find, type Level, levels } from './checkRule.js';
import { rulesOfLevel } from './checkRules.js';

/** A violation: the line, the rule and an explanation. */
export interface Finding {
  readonly line: number;
  readonly level: Level;
  readonly rule: string;
  readonly severity: 'error' | 'warning';
  readonly text: string;
}

interface RunningRule {
  readonly kind: Omit<Finding, 'line' | 'text'>;
  readonly find: Find;
}

export class Checker {
  readonly #rules: readonly RunningRule[];

  /** Checks the rules of all levels up to this one. */
  constructor(level: Level) {
    this.#rules = levels
      .filter((one) => one <= level)
      .flatMap((one) => rulesOfLevel[one].map((rule) => running(rule, one)));
  }

  /** Starts a file, or the next one of the same treebank. */
  file(name: string): FileChecker {
    return new FileChecker(name, this.#rules);
  }
}

export class FileChecker {
  readonly #name: string;
  readonly #rules: readonly RunningRule[];
  #number = 0;
  #open: CheckedLine[] = [];

  /** Use `Checker.file`. */
  constructor(name: string, rules: readonly RunningRule[]) {
    this.#name = name;
    this.#rules = rules;
  }

  /** Takes the next lines and yields the findings of the sentences that they complete. */
  *read(lines: Iterable<Line>): Generator<Finding> {
    for (const text of lines) {
      const line = checkedLine(text, ++this.#number);
      if (line.text === undefined || line.text.trim() !== '') this.#open.push(line);
      else yield* this.#close(line);
    }
  }

  /** Ends the file and yields the findings of its last sentence. */
  *end(): Generator<Finding> {
    if (this.#open.length > 0) yield* this.#close(undefined);
  }

  *#close(line: CheckedLine | undefined): Generator<Finding> {
    const block = new CheckedBlock(this.#name, this.#open, line);
    this.#open = [];
    const findings: Finding[] = [];
    for (const { find, kind } of this.#rules) {
      for (const place of find(block)) findings.push({ ...kind, ...place });
    }
    yield* findings.sort((one, other) => one.line - other.line);
  }
}

function running({ name, severity = 'error', start }: CheckRule, level: Level): RunningRule {
  return { kind: { level, rule: name, severity }, find: start() };
}
