// arcwise tag --jackknife N: tags a treebank by N taggers, each of which has learned from the rest of it.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { Sentence } from '../conllu/sentence.js';
import { writeSentence } from '../conllu/writer.js';
import { createNodeEngine } from '../node/engine.js';
import { removeFile, writeWhole } from '../node/files.js';
import { startTeam } from '../node/team.js';
import { readTreebank, readWordVectors } from '../node/treebank.js';
import { Tagger } from '../tagger/tagger.js';
import { readTaggerSettings, type TaggerSettings, taggerSettings } from '../tagger/taggerSettings.js';
import { sortedBatches } from '../train/batches.js';
import { type Fold, foldsOf } from '../train/jackknife.js';
import { train } from '../train/loop.js';
import { trainables } from '../train/trainables.js';
import type { WordVectors } from '../vectors/vectorTable.js';
import { count } from './options.js';
import { settingFlags, settingsOf, trainingOptions } from './settingFlags.js';
import { type Form, type Options, UsageError } from './usage.js';

const options = {
  jackknife: { type: 'string', required: true, takes: 'N', help: 'the number of taggers' },
  ...trainingOptions,
} as const satisfies Options;

export const jackknifeForm: Form = {
  call: 'tag TREEBANK',
  about: 'Tags a treebank by N taggers, each of which has learned from the rest of it.',
  options,
  settings: { tagger: settingFlags(taggerSettings) },
};

export async function jackknife(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { ...settingFlags(taggerSettings), ...options },
  });
  const folds = count('--jackknife', values.jackknife) ?? 10;
  const threads = count('--threads', values.threads) ?? availableParallelism();
  const { out, vectors: vectorsFile } = values;
  if (positionals.length !== 1) throw new UsageError('--jackknife takes one treebank.');
  if (out === undefined) throw new UsageError('--out is missing.');
  const schema = { schema: taggerSettings, readSettings: readTaggerSettings };
  const settings = await settingsOf(schema, values.config, values);
  const sentences = await readTreebank(positionals[0]);
  if (folds < 2 || sentences.length < folds) {
    throw new UsageError(`${sentences.length} sentences cannot be cut into ${folds} folds to learn from.`);
  }
  const vectors =
    vectorsFile === undefined ? undefined : await readWordVectors(vectorsFile, settings, sentences);
  const parts = foldsOf(sentences, folds).map((fold, at) => ({ fold, file: `${out}.fold-${at + 1}` }));
  for (const [at, { fold, file }] of parts.entries()) {
    // Done by a run that was stopped later.
    if (existsSync(file)) continue;
    const tagged = await tagFold(settings, fold, vectors, threads);
    await writeWhole(file, tagged.map((sentence) => writeSentence(sentence)).join(''));
    console.error(`fold ${at + 1} of ${folds}: ${tagged.length} sentences tagged`);
  }
  const texts = new Array<string>(sentences.length);
  for (const { fold, file } of parts) {
    const tagged = await readTreebank(file);
    for (const [place, at] of fold.places.entries()) texts[at] = writeSentence(tagged[place]);
  }
  await writeWhole(out, texts.join(''));
  for (const { file } of parts) await removeFile(file);
}

async function tagFold(
  settings: TaggerSettings,
  { sentences, others }: Fold,
  vectors: WordVectors | undefined,
  threads: number,
): Promise<Sentence[]> {
  const engine = createNodeEngine({ shared: threads > 1 });
  const { model, corpus } = trainables.tagger.prepare(engine, settings, { train: others, dev: [], vectors });
  const team = await startTeam(model, corpus, threads);
  try {
    await train(model, corpus, team);
  } finally {
    await team.close();
  }
  if (!(model instanceof Tagger)) throw new TypeError('The model is no tagger.');
  const tagged = new Array<Sentence>(sentences.length);
  const lengths = sentences.map(({ words }) => words.length);
  for (const batch of sortedBatches(lengths, settings.batchWords)) {
    const tags = model.predict(batch.map((at) => model.itemOf(sentences[at])));
    for (const [place, at] of batch.entries()) tagged[at] = model.tagged(sentences[at], tags[place]);
  }
  return tagged;
}
