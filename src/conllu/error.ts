// The error of a malformed treebank file.

/** A malformed treebank file: the problem and its line. */
export class ConlluError extends Error {
  override readonly name = 'ConlluError';
  readonly file: string | undefined;
  readonly line: number;

  constructor(file: string | undefined, line: number, problem: string) {
    super(`${file === undefined ? 'line ' : `${file}:`}${line}: ${problem}`);
    this.file = file;
    this.line = line;
  }
}
