// The reader of word vectors, once for each format, since each has code of its own.
import { readVectors } from '../../src/vectors/vectors.js';
import { VectorsError } from '../../src/vectors/vectorTable.js';
import { formats, type Vectors } from '../../test/support/vectorFiles.js';
import { expectThat, type Reader } from '../reader.js';

const vectors: Vectors = [
  ['the', [0.5, -1, 2e-3]],
  ['ünä', [1, 2, 3]],
  ['10', [0, 0.25, -0.5]],
];
const one: Vectors = [['a', [1]]];

export const vectorReaders: readonly Reader[] = Object.entries(formats).map(([name, { write }]) => ({
  name: `vectors, ${name}`,
  // Unpacking goes through the system's streams, which take their time.
  share: name.endsWith('gzip') ? 0.1 : 2.5,
  seeds: [write(vectors), write(one)],
  refusals: [VectorsError],
  async read(input) {
    const { size, words, matrix } = await readVectors(input);
    expectThat(matrix.length === size * words.size, 'every word has its vector');
    expectThat(matrix.every(Number.isFinite), 'every number is finite');
  },
}));
