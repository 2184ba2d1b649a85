// Word vectors written in every format that can be read.
import { gzipSync } from 'node:zlib';

export type Vectors = [word: string, numbers: number[]][];

const utf8 = (text: string) => new TextEncoder().encode(text);

const lines = (vectors: Vectors, end: string) =>
  vectors.map(([word, numbers]) => `${word} ${numbers.join(' ')}${end}`).join('');

const sizeOf = (vectors: Vectors) => vectors[0][1].length;

/** `feed` is what follows each vector: word2vec writes a line feed, others nothing. */
export function binary(vectors: Vectors, feed: string): Uint8Array {
  const entries = vectors.flatMap(([word, numbers]) => [
    utf8(`${word} `),
    new Uint8Array(Float32Array.from(numbers).buffer),
    utf8(feed),
  ]);
  return Buffer.concat([utf8(`${vectors.length} ${sizeOf(vectors)}\n`), ...entries]);
}

/** The members before and after the vectors are as in the package, with a trap or two. */
function wink(vectors: Vectors, indent?: number): Uint8Array {
  // Object.fromEntries would put words such as "10" first and lose repeated ones.
  const space = indent === undefined ? '' : '\n'.padEnd(indent);
  const entries = vectors.map(
    ([word, numbers], i) =>
      `${space}${JSON.stringify(word)}${space}:${space}[${[...numbers, 1.5, i].join(`,${space}`)}]`,
  );
  const before = {
    precision: 8,
    kind: 'vectors":{"x":[',
    nested: { vectors: { no: [1, 2] }, dimensions: null },
    dimensions: sizeOf(vectors),
    words: vectors.map(([word]) => word),
  };
  const after = { unkVector: [0, 0, -1], note: 'vectors', more: { the: [1, 2], of: 'it' } };
  return utf8(
    `${JSON.stringify(before, null, indent).slice(0, -1)},"vectors":{${entries}},${JSON.stringify(after).slice(1)}`,
  );
}

interface Format {
  write(vectors: Vectors): Uint8Array;
  /** A part of the file can be told from the whole. In texts the last number may have had more digits. */
  knowsItsEnd: boolean;
}

export const formats: Record<string, Format> = {
  'GloVe text': { write: (vectors) => utf8(lines(vectors, '\n')), knowsItsEnd: false },
  'GloVe text with tabs, carriage returns and a byte-order mark': {
    write: (vectors) => utf8(`\ufeff${lines(vectors, '\r\n').replaceAll(' ', '\t')}`),
    knowsItsEnd: false,
  },
  'GloVe text in gzip': { write: (vectors) => gzipSync(lines(vectors, '\n')), knowsItsEnd: true },
  'word2vec text': {
    write: (vectors) => utf8(`${vectors.length} ${sizeOf(vectors)}\n${lines(vectors, ' \n')}`),
    knowsItsEnd: false,
  },
  'word2vec binary': { write: (vectors) => binary(vectors, '\n'), knowsItsEnd: true },
  'word2vec binary without line feeds': { write: (vectors) => binary(vectors, ''), knowsItsEnd: true },
  'word2vec binary in gzip': { write: (vectors) => gzipSync(binary(vectors, '\n')), knowsItsEnd: true },
  'JSON of wink-embeddings': { write: (vectors) => wink(vectors), knowsItsEnd: true },
  'JSON of wink-embeddings with spaces': { write: (vectors) => wink(vectors, 2), knowsItsEnd: true },
};
