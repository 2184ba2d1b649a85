// npm run evaluate:models: the scores of every model that is here, or of those named, on the dev set of its treebank.
//
//     npm run evaluate:models -- [NAME…] [--data FOLDER] [--threads N] [--record]
//
// The folder of all treebanks is ARCWISE_DATA by default. With --record, the table is kept in experiments/results, and
// each model's scores in its card.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alignedLines, percent } from '../dist/evaluate/table.js';
import { knownModels } from '../dist/models/knownModels.js';
import {
  modelFileOf,
  modelOf,
  parsedDev,
  readArguments,
  recordScores,
  refuse,
  scoresOf,
  treebankOf,
} from './recipe.mjs';

const { data, threads, record, positionals } = readArguments({ record: { type: 'boolean' } });
const asked = positionals.length > 0 ? positionals.map(modelOf) : knownModels;
const models = asked.filter((model) => existsSync(modelFileOf(model)));
if (models.length === 0) refuse('None of these models is here.');

const kept = 'experiments/results/models.json';
const scores = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {};
for (const model of models) {
  const { dev } = treebankOf(model, data);
  const file = modelFileOf(model);
  scores[model.code] = scoresOf(parsedDev(file, dev, join('build/evaluation', model.code), threads), dev);
  if (record) recordScores(file, scores[model.code]);
}

const measured = knownModels.filter(({ code }) =>
  record ? scores[code] : models.some((one) => one.code === code),
);
const text = `${['rawText', 'goldTokens'].map((from) => tableOf(from)).join('\n')}`;
process.stdout.write(text);
if (record) {
  const sorted = Object.fromEntries(measured.map(({ code }) => [code, scores[code]]));
  writeFileSync(kept, `${JSON.stringify(sorted, null, 2)}\n`);
  writeFileSync('experiments/results/models.txt', text);
}

function tableOf(from) {
  const titles = { rawText: 'From raw text', goldTokens: 'With gold tokens, predicted tags' };
  const names = {
    Tokens: 'tokens',
    Sentences: 'sents',
    Words: 'words',
    UFeats: 'feats',
    Lemmas: 'lemmas',
    fullLAS: 'LAS+',
  };
  const columns = Object.keys(Object.values(scores)[0][from]);
  const lines = alignedLines([
    ['model', ...columns.map((column) => names[column] ?? column)],
    ...measured.map(({ code }) => [code, ...columns.map((column) => percent(scores[code][from][column]))]),
  ]);
  return `${titles[from]}: F1 in per cent on dev; LAS+ with the subtypes of labels\n\n${lines.join('\n')}\n`;
}
