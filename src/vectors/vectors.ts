// Pretrained word vectors: reads GloVe text, word2vec text and binary, and the JSON of wink-embeddings, optionally
// gzipped, from a stream of any length, and keeps only the wanted words.
import { ByteWindow, type Chunks, LONGEST_ENTRY } from './byteWindow.js';
import { gunzip } from './gunzip.js';
import {
  BinaryReader,
  type EntryReader,
  looksLikeText,
  sizeOfLine,
  TextReader,
  takeLine,
} from './vectorFormats.js';
import { VectorsError, VectorTable, type WordVectors } from './vectorTable.js';
import { WinkReader } from './winkVectors.js';

/** More than this would not fit into the window on a file. */
const LARGEST_SIZE = 100_000;

/** For the detection of formats, because it never fails. */
const latin1 = new TextDecoder('latin1');

/**
 * The vectors of the wanted words, as written and in lower case, or of all words; in addition those of the first `more`
 * other words of the file, which are the most frequent. If a word occurs twice, the first vector counts. The numbers of
 * unwanted words are skipped unread.
 */
export async function readVectors(
  input: Uint8Array | Chunks,
  wanted?: Iterable<string>,
  more = 0,
): Promise<WordVectors> {
  let window = new ByteWindow(input instanceof Uint8Array ? piecesOf(input) : input);
  try {
    await window.fill();
    if (startsWith(window, [0x1f, 0x8b])) {
      window = new ByteWindow(gunzip(window.rest()));
      await window.fill();
    }
    const table = new VectorTable(wanted, more);
    const reader = readerOf(window, table);
    do await window.fill();
    while (reader.next());
    return table.vectors();
  } finally {
    await window.close();
  }
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += LONGEST_ENTRY) {
    yield bytes.subarray(start, start + LONGEST_ENTRY);
  }
}

function startsWith({ bytes, start }: ByteWindow, expected: number[]): boolean {
  return expected.every((byte, i) => bytes[start + i] === byte);
}

/** Detects the format by the first bytes. */
function readerOf(window: ByteWindow, table: VectorTable): EntryReader {
  if (window.unread === 0) throw new VectorsError('The file of word vectors is empty.');
  if (startsWith(window, [0x50, 0x4b, 0x03, 0x04])) {
    throw new VectorsError('The word vectors are in a zip archive: unpack it first.');
  }
  if (startsWith(window, [0xef, 0xbb, 0xbf])) window.start += 3; // a byte-order mark
  const { bytes, start } = window;
  if (/^\s*\{\s*"/.test(latin1.decode(bytes.subarray(start, start + 100))))
    return new WinkReader(window, table);

  const line = latin1.decode(takeLine(window, 'Line 1'));
  const promise = /^(\d+)[ \t]+(\d+)$/.exec(line);
  if (promise) {
    const [words, size] = promise.slice(1).map(Number);
    if (size < 1 || size > LARGEST_SIZE) {
      throw new VectorsError(
        `The header of the word vectors announces ${size} numbers per word, which is impossible.`,
      );
    }
    table.size = size;
    return new (looksLikeText(window, size) ? TextReader : BinaryReader)(window, table, words);
  }
  const size = sizeOfLine(line);
  if (size === undefined)
    throw new VectorsError(
      'The file is not in a supported format of word vectors: GloVe, word2vec or the JSON of wink-embeddings.',
    );
  table.size = size;
  window.start = start;
  return new TextReader(window, table);
}
