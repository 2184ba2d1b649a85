// Writes to stdout at the pace of its reader.
import { reasonOf } from './input.js';

/** Characters per write. */
const CHUNK = 1 << 16;

/** Buffers text and writes it to stdout, waiting for slow readers. */
export class OutputStream {
  #text = '';
  #failure: unknown;

  constructor() {
    process.stdout.on('error', (error) => {
      this.#failure ??= error;
    });
  }

  /** Whether the reader is gone, as `head` is once it has enough. */
  get isClosed(): boolean {
    return this.#failure instanceof Error && 'code' in this.#failure && this.#failure.code === 'EPIPE';
  }

  async write(text: string): Promise<void> {
    this.#text += text;
    if (this.#text.length >= CHUNK) await this.flush();
  }

  async flush(): Promise<void> {
    const text = this.#text;
    this.#text = '';
    await new Promise<void>((resolve) => process.stdout.write(text, () => resolve()));
    if (this.#failure !== undefined && !this.isClosed) {
      throw new Error(`stdout cannot be written: ${reasonOf(this.#failure)}.`);
    }
  }
}
