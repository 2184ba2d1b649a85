// Pretrained word vectors for a model: as the initial values of the learned ones, or beside them, to stay as they are.
import type { Sentence } from '../conllu/sentence.js';
import type { WordVectors } from '../vectors/vectorTable.js';
import type { BiLstmSettings } from './bilstmSettings.js';
import { normalize } from './lexicon.js';

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
  { wordSize, vectorSize }: Pick<BiLstmSettings, 'wordSize' | 'vectorSize'>,
): void {
  const [name, wanted] = vectorSize > 0 ? ['vectorSize', vectorSize] : ['wordSize', wordSize];
  if (size !== wanted) throw new Error(`The vectors have ${size} numbers, but "${name}" is ${wanted}.`);
}
