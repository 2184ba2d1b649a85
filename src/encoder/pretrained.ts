// Pretrained word vectors for a model: initial values of the learned vectors, or fixed vectors beside them.
import type { Sentence } from '../conllu/sentence.js';
import type { WordVectors } from '../vectors/vectorTable.js';
import type { BiLstmSettings } from './bilstmSettings.js';
import { normalize } from './lexicon.js';

/** The words of sentences whose vectors are needed, both as written and normalized. */
export function wordsOf(sentences: readonly Sentence[]): Set<string> {
  return new Set(sentences.flatMap(({ words }) => words.flatMap(({ form }) => [form, normalize(form)])));
}

/** The vectors by normalized words; of several spellings, the one that is already normalized wins. */
export function normalized(vectors: WordVectors): WordVectors {
  const words = new Map<string, number>();
  for (const [word, row] of vectors.words) {
    const normal = normalize(word);
    if (word === normal || !words.has(normal)) words.set(normal, row);
  }
  return { ...vectors, words };
}

/** Rejects vectors whose size differs from the settings. */
export function checkVectorSize(
  { size }: WordVectors,
  { wordSize, vectorSize }: Pick<BiLstmSettings, 'wordSize' | 'vectorSize'>,
): void {
  const [name, wanted] = vectorSize > 0 ? ['vectorSize', vectorSize] : ['wordSize', wordSize];
  if (size !== wanted) throw new Error(`The vectors have ${size} numbers, but "${name}" is ${wanted}.`);
}
