// Writes to stdout no faster than it is read, in pieces of a fair size.
import { reasonOf } from './systemError.js';

const pieceLength = 1 << 16;

export class Output {
  #pending = '';

  constructor() {
    // The write that fails tells of it; without a listener the process would end at once.
    process.stdout.on('error', () => {});
  }

  async write(text: string): Promise<void> {
    this.#pending += text;
    if (this.#pending.length >= pieceLength) await this.flush();
  }

  async flush(): Promise<void> {
    const piece = this.#pending;
    this.#pending = '';
    const error = await new Promise((resolve) => process.stdout.write(piece, resolve));
    if (!error) return;
    // Whoever read it, such as `head`, has seen enough.
    if (error instanceof Error && 'code' in error && error.code === 'EPIPE') process.exit(0);
    throw new Error(`stdout cannot be written: ${reasonOf(error)}.`);
  }
}
