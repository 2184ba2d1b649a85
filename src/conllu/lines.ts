// Splits a stream of text or bytes into lines, wherever its chunks end.

/** A line with its line feed; undefined for a line that is not valid UTF-8. */
export type Line = string | undefined;

const lineFeed = 0x0a;

// With ignoreBOM the decoder keeps a byte-order mark in the text, so that it can be written back.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export class LineCutter {
  #text = '';
  #bytes: Uint8Array[] = [];

  /** The lines that this chunk completes. */
  push(chunk: string | Uint8Array): Iterable<Line> {
    if (typeof chunk === 'string') {
      const end = chunk.lastIndexOf('\n') + 1;
      const complete = end === 0 ? '' : this.#text + chunk.slice(0, end);
      this.#text = end === 0 ? this.#text + chunk : chunk.slice(end);
      return linesOfText(complete);
    }
    const end = chunk.lastIndexOf(lineFeed) + 1;
    const complete = end === 0 ? [] : [...this.#bytes, chunk.subarray(0, end)];
    if (end > 0) this.#bytes = [];
    // A copy, because a stream may fill the same buffer again.
    this.#bytes.push(new Uint8Array(chunk.subarray(end)));
    return linesOfBytes(concatenated(complete));
  }

  /** The text after the last line feed. */
  end(): Iterable<Line> {
    return this.#text !== '' ? [this.#text] : linesOfBytes(concatenated(this.#bytes));
  }
}

function* linesOfText(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start) + 1 || text.length;
    yield text.slice(start, end);
    start = end;
  }
}

function* linesOfBytes(bytes: Uint8Array): Generator<Line> {
  const text = decoded(bytes);
  if (text !== undefined) {
    yield* linesOfText(text);
    return;
  }
  // A line feed is never part of a longer UTF-8 sequence, so lines can be decoded one by one.
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(lineFeed, start) + 1 || bytes.length;
    yield decoded(bytes.subarray(start, end));
    start = end;
  }
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function concatenated(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}
