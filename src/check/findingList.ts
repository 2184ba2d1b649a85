// The findings in one file: all of them counted, the first of each rule kept.

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
    // Memory must not grow with the file.
    if (count <= mostPlaces) this.#list.push(finding);
  }

  result(): Findings {
    const rules = Object.fromEntries([...this.#rules].sort(([, one], [, other]) => other - one));
    return { errors: this.#errors, warnings: this.#warnings, rules, list: this.#list };
  }
}
