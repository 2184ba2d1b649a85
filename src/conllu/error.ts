// What is wrong with a treebank file, and where.

/** What is wrong with a treebank file, and where. */
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
