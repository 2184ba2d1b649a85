// npm run docs:models: writes the npm packages of the models in models/ (manifest, card, licence, entry) from the list of
// known models, from the card of each in configs/ and from the scores in its file; and docs/languages.md from the scores,
// once a model of another language than English is here. With --check, it writes nothing and names the files that would change.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { percent } from '../dist/evaluate/table.js';
import { readMetadata } from '../dist/modelfile/modelFile.js';
import { scoresIn } from '../dist/models/cardScores.js';
import { fileOf, knownModels, packageOf } from '../dist/models/knownModels.js';
import { displayWidth } from '../dist/render/displayWidth.js';

const licences = {
  'CC BY 4.0': { spdx: 'CC-BY-4.0', address: 'https://creativecommons.org/licenses/by/4.0/' },
  'CC BY-SA 3.0': { spdx: 'CC-BY-SA-3.0', address: 'https://creativecommons.org/licenses/by-sa/3.0/' },
  'CC BY-SA 4.0': { spdx: 'CC-BY-SA-4.0', address: 'https://creativecommons.org/licenses/by-sa/4.0/' },
  'LGPL-LR': { spdx: 'LGPLLR', address: 'https://spdx.org/licenses/LGPLLR.html' },
  MIT: { spdx: 'MIT', address: 'https://opensource.org/license/mit' },
  'WordNet 3.0': {
    spdx: 'LicenseRef-WordNet-3.0',
    address: 'https://wordnet.princeton.edu/license-and-commercial-use',
  },
};

/** The scores that cards show. */
const names = {
  Tokens: 'Tokens',
  Sentences: 'Sentences',
  Words: 'Words',
  UPOS: 'UPOS',
  UFeats: 'UFeats',
  Lemmas: 'Lemmas',
  UAS: 'UAS',
  LAS: 'LAS',
  fullLAS: 'LAS with subtypes',
};

const read = (path) => readFileSync(path, 'utf8');
const { version, repository, engines } = JSON.parse(read('package.json'));

const written = new Map();
const measured = [];
for (const model of knownModels) {
  const folder = join('models', model.code);
  const card = JSON.parse(read(join('configs', model.code, 'card.json')));
  const file = join(folder, fileOf(model));
  const size = existsSync(file) ? statSync(file).size : undefined;
  const scores = size === undefined ? undefined : scoresIn(readMetadata(readFileSync(file)).card ?? {});
  if (scores) measured.push({ model, card, size, scores });
  // English is a part of arcwise itself, and its card is written by hand.
  if (model.code === 'en') continue;
  const files = {
    'package.json': `${JSON.stringify(manifestOf(model, card, folder), null, 2)}\n`,
    'index.js': entryOf(model),
    'index.d.ts': `/** The address of the model file, for \`load\`. */\ndeclare const model: URL;\nexport default model;\n`,
    'README.md': readmeOf(model, card, size, scores),
    LICENSE: licenceOf(model, card),
  };
  for (const [name, text] of Object.entries(files)) written.set(join(folder, name), text);
}

if (measured.some(({ model }) => model.language !== 'en')) {
  written.set('docs/languages.md', languagesPage());
}

const changed = [...written].filter(([path, text]) => !existsSync(path) || read(path) !== text);
if (process.argv.includes('--check')) {
  for (const [path] of changed) console.log(path);
  process.exitCode = changed.length > 0 ? 1 : 0;
} else {
  for (const [path, text] of changed) {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
  }
}

/** Where the card of a model can be read: the package of arcwise has only that of English. */
function addressOf({ code }) {
  return `https://github.com/arcwise/arcwise/tree/main/models/${code}`;
}

function languagesPage() {
  const columns = ['Tokens', 'Sentences', 'UPOS', 'UFeats', 'Lemmas', 'UAS', 'LAS', 'fullLAS'];
  const tableOf = (from) =>
    markdownTable([
      ['model', 'language', ...columns.map((name) => names[name])],
      ...measured.map(({ model, scores }) => [
        `[${model.code}](${addressOf(model)})`,
        model.title,
        ...columns.map((name) => (scores[from]?.[name] === undefined ? '' : percent(scores[from][name]))),
      ]),
    ]);
  const packages = markdownTable([
    ['model', 'treebanks', 'MB', 'licence', 'a sentence to try'],
    ...measured.map(({ model, card, size }) => [
      model.code,
      model.treebanks.join(', '),
      (size / 1e6).toFixed(1),
      card.licence,
      model.example,
    ]),
  ]);
  return `# Languages

Written by \`npm run docs:models\` from the cards in the model files.

English comes with arcwise. Every other model is an npm package of its own, \`npm install arcwise-model-pt\`, and has [names](library.md#models-by-name): \`load('pt')\`, \`arcwise parse --model pt\`, \`arcwise serve --model en --model pt\`. \`npm run train:models -- pt\` makes one again from its treebank, with [one command](own-treebank.md) that works for any treebank.

${packages}

## Scores

F1 in per cent on dev, as in the shared task of CoNLL 2018, measured by \`npm run evaluate:models\`. Epochs and settings were chosen on dev.

From raw text:

${tableOf('rawText')}

With gold sentences and words, and predicted tags:

${tableOf('goldTokens')}
`;
}

function manifestOf(model, { sources }, directory) {
  const used = [...new Set(sources.map(({ licence }) => licences[licence].spdx))];
  return {
    name: packageOf(model),
    version,
    description: `The ${model.title} model of arcwise: sentences, words, tags, lemmas and dependency trees from raw text`,
    keywords: ['arcwise', 'dependency-parser', 'universal-dependencies', 'model', model.name.split('-')[0]],
    license: used.join(' AND '),
    repository: { ...repository, directory },
    type: 'module',
    sideEffects: false,
    engines,
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      [`./${fileOf(model)}`]: `./${fileOf(model)}`,
      './package.json': './package.json',
    },
    files: [fileOf(model), 'index.js', 'index.d.ts'],
  };
}

function entryOf(model) {
  return `// The address of the model file. Bundlers recognize this form and include the file.
export default new URL('./${fileOf(model)}', import.meta.url);
`;
}

function readmeOf(model, card, size, scores) {
  const isInstalled = `npm install arcwise ${packageOf(model)}`;
  return `# ${packageOf(model)}

The model “${model.title}” of [arcwise](https://github.com/arcwise/arcwise): \`${fileOf(model)}\` turns raw text into sentences, words, tags, features, lemmas and dependency trees.${size === undefined ? '' : ` It has ${(size / 1e6).toFixed(1)} MB.`}

\`\`\`text
${isInstalled}
npx arcwise parse --model ${model.code} --output tree letter.txt
\`\`\`

In a program, \`await load('${model.code}')\` loads it; in a page, \`import model from '${packageOf(model)}'\` and \`await load(model)\`.

## Data and licences

${card.data}.${card.encoder ? ` Encoder: ${card.encoder}.` : ''}

${markdownTable([
  ['source', 'used', 'licence'],
  ...card.sources.map((source) => [
    `[${nameOf(source)}](${source.address})`,
    source.part,
    `[${source.licence}](${licences[source.licence].address})`,
  ]),
])}

The model is adapted from these works by training, and is under the same licences: see [LICENSE](LICENSE). The code of arcwise is MIT.

## Scores

${scores ? scoreTable(scores) : 'There are none yet: the model has not been trained.'}

The epochs were chosen on dev, so expect somewhat lower scores on other text, and lower still on text unlike that of the treebank.

## Recipe

\`\`\`text
${card.recipe}
\`\`\`

in the repository of arcwise, with the folder of the treebanks in \`ARCWISE_DATA\`, trains the model again.
`;
}

function scoreTable({ rawText, goldTokens }) {
  const columns = Object.keys({ ...rawText, ...goldTokens }).filter((name) => name in names);
  const cells = (row) => columns.map((name) => (row?.[name] === undefined ? '' : percent(row[name])));
  return `F1 in per cent on dev, as \`npm run evaluate:models\` measures it.

${markdownTable([
  ['', ...columns.map((name) => names[name])],
  ['raw text', ...cells(rawText)],
  ['gold tokens, predicted tags', ...cells(goldTokens)],
])}`;
}

/** A table whose columns are filled up, as the formatter has it. */
function markdownTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(3, ...rows.map((row) => displayWidth(row[column]))));
  const lines = [rows[0], widths.map((width) => '-'.repeat(width)), ...rows.slice(1)];
  return lines
    .map(
      (row) =>
        `| ${row.map((cell, column) => cell + ' '.repeat(widths[column] - displayWidth(cell))).join(' | ')} |`,
    )
    .join('\n');
}

function nameOf({ treebank, weights, lexicon }) {
  return treebank ?? weights ?? lexicon;
}

function licenceOf(model, { sources, attribution }) {
  const parts = sources.map(
    (source) => `- ${nameOf(source)} (${source.part}), ${source.licence}: ${source.address}`,
  );
  const used = [...new Set(sources.map(({ licence }) => licence))];
  return `The model ${fileOf(model)} in this package is made from:

${parts.join('\n')}

It is adapted from these works by training, and is licensed under the same terms:

${used.map((licence) => `    ${licence}: ${licences[licence].address}`).join('\n')}

Attribution: ${attribution}. The pages above name the people.

The code of arcwise is under the MIT licence, which does not extend to this model.
`;
}
