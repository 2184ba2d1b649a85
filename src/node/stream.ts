// Standard input or a file as a stream, and standard output at the pace of its reader.
import { createReadStream } from 'node:fs';
import { getSystemErrorMap } from 'node:util';

/** The bytes of a file, or of stdin for `-`. */
export async function* readStream(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* path === '-' ? process.stdin : createReadStream(path);
  } catch (error) {
    throw new Error(`${path === '-' ? 'stdin' : path} cannot be read: ${reasonOf(error)}.`);
  }
}

/** What the system says, in words: no such file or directory. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const number = 'errno' in error ? Number(error.errno) : 0;
  return getSystemErrorMap().get(number)?.[1] ?? error.message;
}

/** Characters that are worth a write. */
const CHUNK = 1 << 16;

/** Collects text and writes it to stdout, waiting where the reader is slow. */
export class OutputStream {
  #text = '';
  #failure: unknown;

  constructor() {
    process.stdout.on('error', (error) => {
      this.#failure ??= error;
    });
  }

  /** Whether the reader has gone, as `head` does once it has enough. */
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
