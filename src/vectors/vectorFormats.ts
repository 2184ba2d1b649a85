// Readers of word vectors in the formats of GloVe and word2vec: a word and its numbers per line, or a word and raw floats.
import { type ByteWindow, LONGEST_ENTRY } from './byteWindow.js';
import { VectorsError, type VectorTable } from './vectorTable.js';

export interface EntryReader {
  /** Reads at most one entry from the window, which must have been filled; false at the end of the file. */
  next(): boolean;
}

const LINE_FEED = 0x0a;
const SPACE = 0x20;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function decoded(bytes: Uint8Array, place: string): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new VectorsError(`${place} of the word vectors is not valid UTF-8.`);
  }
}

/** The next line without its end. */
export function takeLine(window: ByteWindow, place: string): Uint8Array {
  const line = window.upTo(LINE_FEED) ?? (window.ended ? window.take(window.unread) : undefined);
  if (!line) throw unfinished(window, place);
  let end = line.length;
  // word2vec ends its lines with a space.
  while (end > 0 && isBlank(line[end - 1])) end--;
  return line.subarray(0, end);
}

export class TextReader implements EntryReader {
  #window: ByteWindow;
  #table: VectorTable;
  #count: Count;
  #line: number;

  /** `promised` is the number of words in the header line, if the file has one. */
  constructor(window: ByteWindow, table: VectorTable, promised?: number) {
    this.#window = window;
    this.#table = table;
    this.#count = new Count(promised);
    this.#line = promised === undefined ? 0 : 1;
  }

  next(): boolean {
    if (this.#window.unread === 0) return this.#count.end();
    const place = `Line ${++this.#line}`;
    const line = takeLine(this.#window, place);
    if (line.length === 0) return true;
    this.#count.next();
    const firstWord = decoded(line.subarray(0, endOfWord(line)), place);
    if (this.#table.wants(firstWord)) readLine(this.#table, decoded(line, place), place);
    return true;
  }
}

function readLine(table: VectorTable, line: string, place: string): void {
  const fields = fieldsOf(line);
  const start = fields.length - table.size;
  // Some words of GloVe contain spaces, such as ". . .", so everything before the numbers is the word.
  if (start < 1 || fields.slice(1, start).some(isNumeric)) {
    throw new VectorsError(
      `${place} of the word vectors has ${fields.length - 1} numbers where ${table.size} are needed.`,
    );
  }
  const word = fields.slice(0, start).join(' ');
  if (!table.wants(word)) return;
  const vector = new Float32Array(table.size);
  for (let i = 0; i < vector.length; i++) vector[i] = numberOf(fields[start + i]);
  table.add(place, word, vector);
}

/** The number of values after the word, if this is the first line of a text without a header. */
export function sizeOfLine(line: string): number | undefined {
  const [, ...numbers] = fieldsOf(line);
  return numbers.length > 0 && numbers.every(isNumeric) ? numbers.length : undefined;
}

function fieldsOf(line: string): string[] {
  return line.replaceAll('\t', ' ').split(' ');
}

function numberOf(field: string): number {
  return field === '' ? Number.NaN : Number(field);
}

/** Whether a field is a number, finite or not. */
function isNumeric(field: string): boolean {
  return !Number.isNaN(numberOf(field)) || /^[-+]?(nan|inf)$/i.test(field);
}

export class BinaryReader implements EntryReader {
  #window: ByteWindow;
  #table: VectorTable;
  #count: Count;

  constructor(window: ByteWindow, table: VectorTable, promised: number) {
    this.#window = window;
    this.#table = table;
    this.#count = new Count(promised);
  }

  next(): boolean {
    const window = this.#window;
    const table = this.#table;
    // word2vec ends each vector with a line feed; other programs do not.
    while (window.bytes[window.start] === LINE_FEED) window.start++;
    if (window.unread === 0 && window.ended) return this.#count.end();
    const place = `Entry ${this.#count.next()}`;
    const word = window.upTo(SPACE);
    const values = word && window.take(4 * table.size);
    if (!values) throw unfinished(window, place);
    const text = decoded(word, place);
    // A copy, because the floats are not aligned in the file.
    if (table.wants(text)) table.add(place, text, new Float32Array(new Uint8Array(values).buffer));
    return true;
  }
}

/** Counts the words against the number in the header. */
class Count {
  #promised: number | undefined;
  #words = 0;

  constructor(promised: number | undefined) {
    this.#promised = promised;
  }

  next(): number {
    if (this.#words === this.#promised) {
      throw new VectorsError(
        `The header of the word vectors announces fewer words (${this.#promised}) than there are.`,
      );
    }
    return ++this.#words;
  }

  end(): false {
    if (this.#promised !== undefined && this.#words < this.#promised) {
      throw new VectorsError(
        `The header of the word vectors announces more words (${this.#promised}) than there are (${this.#words}).`,
      );
    }
    return false;
  }
}

/** Distinguishes text from binary by the first line after the header: raw floats are not readable text of that length. */
export function looksLikeText({ bytes, start }: ByteWindow, size: number): boolean {
  const lineFeed = bytes.indexOf(LINE_FEED, start);
  const line = bytes.subarray(start, lineFeed < 0 ? undefined : lineFeed);
  const numbers = line.subarray(endOfWord(line) + 1);
  return (
    numbers.length >= 2 * size - 1 && numbers.every((byte) => byte < 0x7f && (byte >= SPACE || isBlank(byte)))
  );
}

/** The error of an entry that does not end within the window. */
export function unfinished(window: ByteWindow, place: string): VectorsError {
  return new VectorsError(
    window.ended
      ? `The word vectors are truncated: ${place.toLowerCase()} is incomplete.`
      : `${place} of the word vectors is longer than ${LONGEST_ENTRY} bytes.`,
  );
}

function endOfWord(line: Uint8Array): number {
  let end = 0;
  while (end < line.length && !isBlank(line[end])) end++;
  return end;
}

/** Space, tab and carriage return; other spaces may be part of words. */
function isBlank(byte: number): boolean {
  return byte === SPACE || byte === 0x09 || byte === 0x0d;
}
