// A table that is rewritten in place on a terminal, with a log above it; elsewhere only the log.
export class LiveTable {
  readonly #stream: NodeJS.WriteStream;
  #height = 0;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  get isLive(): boolean {
    return this.#stream.isTTY;
  }

  /** Replaces the lines of the table, on a terminal. */
  show(lines: readonly string[]): void {
    if (!this.isLive) return;
    const width = this.#stream.columns || 80;
    // A line that wraps would count as two when the table is rewritten.
    const fitting = lines
      .slice(0, Math.max(1, (this.#stream.rows || 24) - 1))
      .map((line) => line.slice(0, width - 1));
    this.#stream.write(`${this.#erase()}${fitting.join('\n')}\n`);
    this.#height = fitting.length;
  }

  clear(): void {
    this.#stream.write(this.#erase());
  }

  /** Writes a line that stays. */
  log(line: string): void {
    this.#stream.write(`${this.#erase()}${line}\n`);
  }

  #erase(): string {
    const moves = this.#height === 0 ? '' : `\x1b[${this.#height}A\x1b[J`;
    this.#height = 0;
    return moves;
  }
}
