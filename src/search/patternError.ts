// An error in a pattern, with its position.

/** A pattern that cannot be read. The message shows the line and points at the character. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
  /** The position of the error in the pattern, in UTF-16 units from 0. */
  readonly at: number;

  constructor(problem: string, pattern: string, at: number) {
    const start = pattern.lastIndexOf('\n', at - 1) + 1;
    const end = pattern.indexOf('\n', at);
    const line = pattern.slice(start, end < 0 ? undefined : end);
    super(`${problem}\n  ${line}\n  ${' '.repeat(at - start)}^`);
    this.at = at;
  }
}
