// Hashes of training data, by which a checkpoint recognizes the data wherever they are stored.
import type { Sentence } from '../conllu/sentence.js';
import { crc32 } from '../modelfile/checksum.js';
import type { WordVectors } from '../vectors/vectorTable.js';

/** Keyed by what is hashed; error messages use these names. */
export type DataHashes = Readonly<
  Record<'training sentences' | 'dev sentences' | 'word vectors' | 'first weights', number>
>;

export interface HashedData {
  readonly train: readonly Sentence[];
  readonly dev: readonly Sentence[];
  readonly vectors?: WordVectors;
  /** The file of the model to start from. */
  readonly start?: Uint8Array;
}

export function hashesOf({ train, dev, vectors, start }: HashedData): DataHashes {
  return {
    'training sentences': hashOfSentences(train),
    'dev sentences': hashOfSentences(dev),
    'word vectors': vectors ? hashOfVectors(vectors) : 0,
    'first weights': start ? crc32(start) : 0,
  };
}

/** Covers all that models learn from, including comments, where splitters read the text. */
function hashOfSentences(sentences: readonly Sentence[]): number {
  return sentences.reduce(
    (hash, { comments, words, ranges }) => hashOfValue([comments, words, ranges], hash),
    0,
  );
}

function hashOfVectors({ words, matrix }: WordVectors): number {
  const bytes = new Uint8Array(matrix.buffer, matrix.byteOffset, matrix.byteLength);
  return hashOfValue([...words], crc32(bytes));
}

function hashOfValue(value: unknown, before: number): number {
  return crc32(new TextEncoder().encode(JSON.stringify(value)), before);
}
