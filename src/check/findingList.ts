// What breaks the rules of a level in one file: all of it counted, and the first findings of each rule kept.

import { mostPlaces } from './census.js';
import type { Finding } from './checker.js';

/** The findings of a file, for its report. */
export interface Findings {
  errors: number;
  warnings: number;
  /** How often each rule is broken. */
  rules: Record<string, number>;
  list: Finding[];
}

export class FindingList {
  readonly #rules = new Map<string, number>();
  readonly #list: Finding[] = [];
  #errors = 0;
  #warnings = 0;

  add(finding: Finding): void {
    const count = (this.#rules.get(finding.rule) ?? 0) + 1;
    this.#rules.set(finding.rule, count);
    if (finding.severity === 'error') this.#errors++;
    else this.#warnings++;
    // A large file needs no more memory than a small one.
    if (count <= mostPlaces) this.#list.push(finding);
  }

  result(): Findings {
    const rules = Object.fromEntries([...this.#rules].sort(([, one], [, other]) => other - one));
    return { errors: this.#errors, warnings: this.#warnings, rules, list: this.#list };
  }
}
