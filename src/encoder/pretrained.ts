// Pretrained word vectors in a model: as the initial values of the learned ones, or beside them, to stay as they are.
import type { Sentence } from '../conllu/sentence.js';
import type { WordVectors } from '../vectors/vectorTable.js';
import type { Encoder } from './encoder.js';
import type { EncoderSettings } from './encoderSettings.js';
import { normalize, type Vocabulary } from './vocabulary.js';

/** The words of sentences, as they are written and as vocabularies have them: those whose vectors are wanted. */
export function wordsOf(sentences: readonly Sentence[]): Set<string> {
  return new Set(sentences.flatMap(({ words }) => words.flatMap(({ form }) => [form, normalize(form)])));
}

/** The vectors by words as vocabularies have them: of a word that is written in several ways, the plainest one's. */
export function normalized(vectors: WordVectors): WordVectors {
  const words = new Map<string, number>();
  for (const [word, row] of vectors.words) {
    const normal = normalize(word);
    if (word === normal || !words.has(normal)) words.set(normal, row);
  }
  return { ...vectors, words };
}

/** Refuses vectors of another size than the settings say. */
export function checkVectorSize(
  { size }: WordVectors,
  { wordSize, vectorSize }: Pick<EncoderSettings, 'wordSize' | 'vectorSize'>,
): void {
  const [name, wanted] = vectorSize > 0 ? ['vectorSize', vectorSize] : ['wordSize', wordSize];
  if (size !== wanted) throw new Error(`The vectors have ${size} numbers, but "${name}" is ${wanted}.`);
}

/** Copies the vectors of all words that have one; fixed vectors of other words are 0. */
export function fillVectors(encoder: Encoder, { data }: Vocabulary, vectors: WordVectors): void {
  const fixed = encoder.vectors?.table.value;
  fixed?.fill(0);
  const target = fixed ?? encoder.words?.table.value;
  for (const [id, word] of (fixed ? data.vectors : data.words).entries()) {
    const row = vectors.words.get(word);
    if (row === undefined) continue;
    const { size, matrix } = vectors;
    target?.set(matrix.subarray(row * size, (row + 1) * size), id * size);
  }
}
