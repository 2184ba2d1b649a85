// Jackknifes a treebank file: each fold is tagged by a tagger trained on the others, and kept beside the output until
// all are done, so that an interrupted run can continue.
import { existsSync } from 'node:fs';
import { counted } from '../conllu/quotation.js';
import { readSentences } from '../conllu/reader.js';
import type { Sentence } from '../conllu/sentence.js';
import { writeSentence } from '../conllu/writer.js';
import { checkWritable, readWhole, removeFile, writeWhole } from '../files/files.js';
import { hashFile, hashOf } from '../files/hash.js';
import { SettingsError } from '../learner/settings.js';
import { Tagger } from '../tagger/tagger.js';
import type { TaggerSettings } from '../tagger/taggerSettings.js';
import { sortedBatches } from '../train/batches.js';
import { type Fold, foldsOf } from '../train/jackknife.js';
import { trainables } from '../train/trainables.js';
import { trainModel } from '../train/training.js';
import type { WordVectors } from '../vectors/vectorTable.js';
import { createNodeEngine } from './nodeEngine.js';
import { startTeam } from './threadTeam.js';
import { readTreebank, readWordVectors } from './treebankFile.js';

export interface FileJackknife {
  readonly treebank: string;
  readonly folds: number;
  readonly settings: TaggerSettings;
  /** Pretrained word vectors. */
  readonly vectors?: string;
  readonly out: string;
  readonly threads: number;
}

/** The files of the folds, which are kept until all are tagged. */
export function foldFiles(out: string, folds: number): string[] {
  return Array.from({ length: folds }, (_, at) => `${out}.fold-${at + 1}`);
}

/** Tags a treebank; calls `onFold` with each fold done by this run and the number of its sentences. */
export async function jackknifeFile(
  { treebank, folds, settings, vectors: vectorsFile, out, threads }: FileJackknife,
  onFold: (fold: number, sentences: number) => void,
): Promise<void> {
  const files = foldFiles(out, folds);
  await checkWritable([out, ...files], [treebank, vectorsFile]);
  const sentences = await readTreebank(treebank, trainables.tagger.trees(settings));
  if (folds < 2 || sentences.length < folds) {
    const many = counted(sentences.length, 'sentence');
    throw new SettingsError(`${many} cannot be divided into ${counted(folds, 'fold')} to learn from.`);
  }
  // A fold of another treebank, or with other settings or vectors, must not be reused.
  const key = hashOf({
    treebank: await hashFile(treebank),
    ...{ folds, settings, vectors: vectorsFile && (await hashFile(vectorsFile)) },
  });
  const vectors =
    vectorsFile === undefined ? undefined : await readWordVectors(vectorsFile, settings.encoder, sentences);
  const texts = new Array<string>(sentences.length);
  for (const [at, fold] of foldsOf(sentences, folds).entries()) {
    let tagged = await readFold(files[at], key);
    if (!tagged) {
      tagged = await tagFold(settings, fold, vectors, threads);
      await writeWhole(files[at], [keyLine(key), ...tagged.map((sentence) => writeSentence(sentence))]);
      onFold(at + 1, tagged.length);
    }
    for (const [place, position] of fold.places.entries()) texts[position] = writeSentence(tagged[place]);
  }
  await writeWhole(out, texts.join(''));
  for (const file of files) await removeFile(file);
}

/** The first line of a fold's file. */
function keyLine(key: string): string {
  return `# arcwise_fold = ${key}\n`;
}

/** The sentences of a fold that an earlier run with the same key tagged. */
async function readFold(file: string, key: string): Promise<Sentence[] | undefined> {
  if (!existsSync(file)) return undefined;
  const text = new TextDecoder().decode(await readWhole(file));
  const line = keyLine(key);
  return text.startsWith(line)
    ? [...readSentences(text.slice(line.length), { heads: 'ignored' })]
    : undefined;
}

async function tagFold(
  settings: TaggerSettings,
  { sentences, others }: Fold,
  vectors: WordVectors | undefined,
  threads: number,
): Promise<Sentence[]> {
  const { model } = await trainModel(
    { kind: 'tagger', settings: { ...settings }, train: others, vectors },
    {
      engine: createNodeEngine({ shared: threads > 1 }),
      startTeam: (tagger, corpus) => startTeam(tagger, corpus, threads),
    },
  );
  if (!(model instanceof Tagger)) throw new TypeError('The model is not a tagger.');
  const tagged = new Array<Sentence>(sentences.length);
  const lengths = sentences.map(({ words }) => words.length);
  for (const batch of sortedBatches(lengths, settings.batchWords)) {
    const tags = model.predict(batch.map((at) => model.itemOf(sentences[at])));
    for (const [place, at] of batch.entries()) tagged[at] = model.tagged(sentences[at], tags[place]);
  }
  return tagged;
}
