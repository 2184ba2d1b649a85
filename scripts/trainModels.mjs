// npm run train:models: trains the models of languages, each by one command from its treebank.
//
//     npm run train:models -- NAME… [--data FOLDER] [--threads N] [--work FOLDER]
//
// The folder of the data has train.conllu and dev.conllu, or the folders of all treebanks; by default it is ARCWISE_DATA.
// A training that was stopped goes on where it was.
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  arcwise,
  make,
  modelFileOf,
  modelOf,
  parsedDev,
  readArguments,
  recordScores,
  refuse,
  scoresOf,
  treebankOf,
} from './recipe.mjs';

const { data, threads, work, positionals } = readArguments({
  work: { type: 'string', default: 'build/models' },
});
if (positionals.length === 0) refuse('Which models? As in: npm run train:models -- pt');
for (const model of positionals.map(modelOf)) {
  const card = `configs/${model.code}/card.json`;
  if (!existsSync(card) || /^en/.test(model.code)) {
    refuse(`The model ${model.code} has a recipe of its own: npm run train:${model.code}`);
  }
  const { train, dev } = treebankOf(model, data);
  const folder = join(work, model.code);
  mkdirSync(folder, { recursive: true });
  const config = `configs/${model.code}/pipeline.json`;
  const made = make(join(folder, 'model.arcwise'), (out) =>
    arcwise([
      ...['train', 'pipeline', '--train', train, '--dev', dev, '--out', out, '--card', card, '--resume'],
      ...['--threads', threads, ...(existsSync(config) ? ['--config', config] : [])],
    ]),
  );
  const file = modelFileOf(model);
  mkdirSync(dirname(file), { recursive: true });
  copyFileSync(made, file);
  recordScores(file, scoresOf(parsedDev(file, dev, join(folder, 'evaluation'), threads), dev));
}
