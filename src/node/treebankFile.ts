// Reads treebanks and word vectors for training.
import { readSentences } from '../conllu/reader.js';
import type { Sentence } from '../conllu/sentence.js';
import type { EncoderSettings } from '../encoder/encoderSettings.js';
import { checkVectorSize, normalized, wordsOf } from '../encoder/pretrained.js';
import { openFile, readWhole } from '../files/files.js';
import type { TreeOptions } from '../train/preparation.js';
import { readVectors } from '../vectors/vectors.js';
import type { WordVectors } from '../vectors/vectorTable.js';

/** The sentences of a CoNLL-U file, with the required kind of trees. */
export async function readTreebank(path: string, trees: TreeOptions): Promise<Sentence[]> {
  const sentences = [...readSentences(await readWhole(path), { file: path, ...trees })];
  if (sentences.length === 0) throw new Error(`${path} has no sentences.`);
  return sentences;
}

/** The vectors of the words in the sentences, and of as many other frequent words as the settings say. */
export async function readWordVectors(
  path: string,
  settings: EncoderSettings,
  sentences: readonly Sentence[],
): Promise<WordVectors> {
  if (settings.kind !== 'bilstm') throw new Error(`A ${settings.kind} takes no word vectors.`);
  const wanted = wordsOf(sentences);
  const vectors = normalized(await readVectors(await openFile(path), wanted, settings.vectorWords));
  try {
    checkVectorSize(vectors, settings);
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`);
  }
  return vectors;
}
