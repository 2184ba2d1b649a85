// A mutant: one change of the sources that tests must notice.

/** The mutants of a file, and the tests of which one must fail for each. */
export interface MutantsOf {
  readonly file: string;
  readonly tests: readonly string[];
  readonly mutants: readonly Mutant[];
}

export interface Mutant {
  readonly what: string;
  /** Occurs exactly once in the file. */
  readonly from: string;
  readonly to: string;
  /** Why no test can notice it. */
  readonly harmless?: string;
}

/** The file's text with the mutant in it; throws unless `from` occurs exactly once. */
export function mutated(text: string, { from, to, what }: Mutant, file: string): string {
  const [before, after, ...more] = text.split(from);
  if (after === undefined)
    throw new Error(`${file}: the mutant "${what}" is out of date: "${from}" is not there.`);
  if (more.length > 0) throw new Error(`${file}: the mutant "${what}" has several places: "${from}".`);
  return before + to + after;
}
