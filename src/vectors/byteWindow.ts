// A window on a stream of bytes, which always holds enough to read one entry synchronously.

export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** The longest entry, so that a file without line ends does not fill the memory. */
export const LONGEST_ENTRY = 1 << 20;

/** The window is filled up to here, so that the unread rest is rarely moved to its front. */
const FULL = 2 * LONGEST_ENTRY;

export class ByteWindow {
  /** The bytes in the window; those from `start` on are unread. */
  bytes: Uint8Array = new Uint8Array();
  start = 0;
  /** Whether the stream has ended. */
  ended = false;
  #chunks: AsyncIterator<Uint8Array> | Iterator<Uint8Array>;
  #buffer = new Uint8Array();

  constructor(chunks: Chunks) {
    this.#chunks =
      Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  }

  get unread(): number {
    return this.bytes.length - this.start;
  }

  /** Waits until the window holds an entry of any length, or the rest of the stream. */
  async fill(): Promise<void> {
    if (this.ended || this.unread >= LONGEST_ENTRY) return;
    let end = this.unread;
    this.#buffer.copyWithin(0, this.start, this.bytes.length);
    while (!this.ended && end < FULL) {
      const { done, value } = await this.#chunks.next();
      if (done) {
        this.ended = true;
      } else {
        if (end + value.length > this.#buffer.length) this.#grow(end + value.length);
        this.#buffer.set(value, end);
        end += value.length;
      }
    }
    this.bytes = this.#buffer.subarray(0, end);
    this.start = 0;
  }

  /** Takes the unread bytes up to the next such byte, and skips it; undefined if there is none. */
  upTo(byte: number): Uint8Array | undefined {
    const end = this.bytes.indexOf(byte, this.start);
    if (end < 0) return undefined;
    const found = this.bytes.subarray(this.start, end);
    this.start = end + 1;
    return found;
  }

  /** Takes this many bytes; undefined if there are fewer. */
  take(length: number): Uint8Array | undefined {
    if (this.unread < length) return undefined;
    this.start += length;
    return this.bytes.subarray(this.start - length, this.start);
  }

  /** The unread bytes as a stream. */
  async *rest(): AsyncGenerator<Uint8Array> {
    try {
      yield this.bytes.slice(this.start);
      for (;;) {
        const { done, value } = await this.#chunks.next();
        if (done) return;
        yield value;
      }
    } finally {
      await this.close();
    }
  }

  /** Closes the stream, which may have unread bytes. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  #grow(needed: number): void {
    const larger = new Uint8Array(Math.max(needed, 2 * this.#buffer.length));
    larger.set(this.#buffer);
    this.#buffer = larger;
  }
}
