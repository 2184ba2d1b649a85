// The readers of JSON: settings, grids and results.
import { GridError } from '../../src/experiment/fields.js';
import { gridOf } from '../../src/experiment/grid.js';
import { gridReport } from '../../src/experiment/gridReport.js';
import { ResultError, resultOf, talliesIn } from '../../src/experiment/result.js';
import { readValues, type Schema, SettingsError } from '../../src/learner/settings.js';
import { parserSettings, readParserSettings } from '../../src/parser/parserSettings.js';
import { readSplitterSettings, splitterSettings } from '../../src/splitter/splitterSettings.js';
import { readTaggerSettings, taggerSettings } from '../../src/tagger/taggerSettings.js';
import { expectThat, type Reader, utf8 } from '../reader.js';

const json = (value: unknown) => utf8(JSON.stringify(value));

/** JSON that is none is refused where the file is read. */
function parsed(input: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(input));
  } catch {
    throw new SettingsError('The file is not JSON.');
  }
}

function settingsReader(name: string, schema: Schema, read: (given: unknown) => object): Reader {
  const defaults = readValues(schema, {});
  return {
    name: `settings of a ${name}`,
    share: 6,
    seeds: [json({}), json(defaults), json({ epochs: 3, seed: 7 })],
    refusals: [SettingsError],
    read(input) {
      const settings = read(parsed(input));
      expectThat(Object.keys(settings).join() === Object.keys(schema).join(), 'all settings have a value');
      // A model's file has them as JSON.
      const again = read(JSON.parse(JSON.stringify(settings)));
      expectThat(JSON.stringify(again) === JSON.stringify(settings), 'settings survive being written');
    },
  };
}

const grid = {
  title: 'Tables',
  treebanks: {
    ewt: { train: 'train.conllu', dev: 'dev.conllu', vectors: 'v.txt' },
    zh: { train: 'a', dev: 'b', seeds: [1, 2] },
  },
  configurations: {
    local: { settings: { training: 'local', features: ['s1', 's0', 'b0'] } },
    global: {},
    plain: { vectors: false, treebanks: ['ewt'] },
  },
  seeds: [1],
  ensembles: { both: { treebanks: ['zh'], configurations: ['local', 'global'], sizes: [1, 2] } },
  report: {
    tables: [
      {
        title: 'One',
        columns: [{ treebank: 'ewt', metric: 'uas', name: 'E' }],
        rows: { L: 'local', G: ['global'] },
      },
    ],
    comparisons: [{ treebank: 'zh', first: 'local', second: 'global', punctuation: 'without' }],
    charts: [{ kind: 'scatter', title: 'C', treebanks: ['ewt', 'zh'], configurations: ['local', 'global'] }],
  },
};

const grids: Reader = {
  name: 'grid',
  share: 6,
  seeds: [json(grid), json({ treebanks: grid.treebanks, configurations: { a: {} } })],
  refusals: [GridError, SettingsError],
  read(input) {
    const read = gridOf(parsed(input), 'grid.json');
    expectThat(
      read.configurations.every(({ settings }) => settings.epochs >= 1),
      'settings are sound',
    );
    // Without results there is a report too.
    gridReport(read, []);
  },
};

const scores = { uas: 90.5, las: 85, uem: 50, lem: 40 };
const counts = { words: [3, 0, 5], heads: [3, 0, 4], arcs: [2, 0, 4] };
const evaluation = { scores: { with: scores, without: scores }, counts: { with: counts, without: counts } };
const cell = {
  kind: 'cell',
  id: 'c0ffee',
  treebank: 'ewt',
  settings: { ...readParserSettings({}), seed: 1 },
  data: { train: 'a', dev: 'b', vectors: null },
  epoch: 1,
  speed: { training: 1000.5, parsing: 2000 },
  log: [{ epoch: 1, loss: 0.5, uas: 90.5, seconds: 1, wordsPerSecond: 1, devWordsPerSecond: 1 }],
  ...evaluation,
};
const ensemble = {
  kind: 'ensemble',
  id: 'e',
  treebank: 'ewt',
  name: 'both',
  size: 1,
  members: ['c0ffee'],
  ...evaluation,
};

const reported = gridOf(
  {
    treebanks: { ewt: { train: 'a', dev: 'b' } },
    configurations: { g: {} },
    ensembles: { both: { treebanks: ['ewt'], configurations: ['g'], sizes: [1] } },
  },
  'grid.json',
);

const results: Reader = {
  name: 'result of an experiment',
  share: 5,
  seeds: [json(cell), json(ensemble)],
  refusals: [ResultError],
  read(input) {
    const result = resultOf(new TextDecoder().decode(input), 'result.json');
    expectThat(
      talliesIn(result.counts.with).every(({ heads }) => typeof heads === 'number'),
      'counts are numbers',
    );
    gridReport(reported, [result]);
  },
};

export const jsonReaders: readonly Reader[] = [
  settingsReader('parser', parserSettings, readParserSettings),
  settingsReader('tagger', taggerSettings, readTaggerSettings),
  settingsReader('splitter', splitterSettings, readSplitterSettings),
  grids,
  results,
];
