// The progress of a command: a line that is rewritten in place, only on a terminal.

export class ProgressLine {
  #stream: NodeJS.WriteStream;
  #shown = 0;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  /** Shows the text, at most five times per second, but always when `done` reaches 1. */
  show(text: string, done: number): void {
    if (!this.#stream.isTTY) return;
    const now = performance.now();
    if (done < 1 && now - this.#shown < 200) return;
    this.#shown = now;
    this.#stream.write(`\r\x1b[K${text}`);
  }

  clear(): void {
    if (this.#stream.isTTY) this.#stream.write('\r\x1b[K');
  }
}
