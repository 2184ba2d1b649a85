import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cellsOf } from '../../src/experiment/cell.js';
import { GridError } from '../../src/experiment/fields.js';
import { readGrid } from '../../src/experiment/grid.js';
import { gridFolder, hideTreebanks, smallSettings, writeGrid, writeTreebank } from '../support/grids.js';

hideTreebanks();

let folder: string;
beforeAll(() => {
  folder = gridFolder();
});
afterAll(() => rmSync(folder, { recursive: true }));

const columns = [{ treebank: 'toy', metric: 'uas' }];

describe('a grid file', () => {
  it.each<[string, object, RegExp]>([
    ['an unknown key', { treebank: {} }, /grid\.json takes no "treebank", only title, base, /],
    ['no treebanks', { treebanks: {} }, /"treebanks" is empty\./],
    [
      'an unknown key of a treebank',
      { treebanks: { toy: { train: 'a', dev: 'b', tests: 'c' } } },
      /"treebanks", "toy" takes no "tests", only train, dev, test, vectors, seeds\./,
    ],
    [
      'a treebank without dev',
      { treebanks: { toy: { train: 'a' } } },
      /"toy", "dev" is missing: it is a string that is not empty\./,
    ],
    [
      'configurations in a list',
      { configurations: ['eager'] },
      /"configurations" is an object, not \["eager"\]\./,
    ],
    [
      'an unknown setting',
      { configurations: { eager: { settings: { unit: 3 } } } },
      /"eager": There is no setting "unit"\./,
    ],
    [
      'settings that clash',
      { configurations: { eager: { settings: { system: 'edge-factored', training: 'local' } } } },
      /"eager": The edge-factored model is trained/,
    ],
    [
      'a seed among the settings',
      { configurations: { eager: { settings: { seed: 3 } } } },
      /"eager" sets "seed", which comes from "seeds"\./,
    ],
    [
      'a seed that is no number',
      { seeds: [1, 'two'] },
      /"seeds"\[1\] is a whole number of at least 0, not "two"\./,
    ],
    ['a seed twice', { seeds: [1, 1] }, /"seeds" has an item twice\./],
    ['no seeds', { seeds: [] }, /"seeds" has 0 items, fewer than 1\./],
    [
      'an unknown treebank of a configuration',
      { configurations: { eager: { treebanks: ['ewt'] } } },
      /"eager", "treebanks"\[0\] is one of toy, not "ewt"\./,
    ],
    [
      'an ensemble of more parsers than there are',
      { ensembles: { all: { treebanks: ['toy'], configurations: ['eager'], sizes: [1, 3] } } },
      /"all" needs 3 parsers of each kind, but "toy" has 1 seeds\./,
    ],
    [
      'an unknown treebank of an ensemble',
      { ensembles: { all: { treebanks: ['ewt'], configurations: ['eager'], sizes: [1] } } },
      /"all", "treebanks"\[0\] is one of toy, not "ewt"\./,
    ],
    [
      'an unknown metric',
      { report: { tables: [{ title: 'T', rows: {}, columns: [{ treebank: 'toy', metric: 'f1' }] }] } },
      /"columns"\[0\], "metric" is one of uas, las, uem, lem, speed, not "f1"\./,
    ],
    [
      'a column on test without a test file',
      { report: { tables: [{ title: 'T', rows: {}, columns: [{ ...columns[0], split: 'test' }] }] } },
      /"columns"\[0\] is about test, but the treebank "toy" has no "test" file\./,
    ],
    [
      'a part of a treebank that there is not',
      { report: { comparisons: [{ treebank: 'toy', first: 'eager', second: 'eager', split: 'train' }] } },
      /"comparisons"\[0\], "split" is one of dev, test, not "train"\./,
    ],
    [
      'a row of too few configurations',
      { report: { tables: [{ title: 'T', columns: [...columns, ...columns], rows: { a: ['eager'] } }] } },
      /"rows", "a" has 1 configuration for 2 columns\./,
    ],
    [
      'a scatter of one treebank',
      { report: { charts: [{ kind: 'scatter', title: 'S', treebanks: ['toy'] }] } },
      /"treebanks" has 1 names, but "scatter" takes 2\./,
    ],
    [
      'a comparison with nothing',
      { report: { comparisons: [{ treebank: 'toy', first: 'eager' }] } },
      /"second" is missing: it is one of eager\./,
    ],
  ])('is refused with %s', async (_, more, message) => {
    const failure = await readGrid(writeGrid(folder, 'grid', more)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(GridError);
    expect((failure as Error).message).toMatch(message);
    expect((failure as Error).message).not.toMatch(/\n/);
  });

  it('is refused if it is no JSON or not there', async () => {
    const path = join(folder, 'broken.json');
    writeFileSync(path, '{"treebanks": ');
    await expect(readGrid(path)).rejects.toThrow(/broken\.json is not JSON\./);
    await expect(readGrid(join(folder, 'nowhere.json'))).rejects.toThrow(/There is no file "/);
  });

  it('is refused however deep its lists are', async () => {
    const path = join(folder, 'deep.json');
    writeFileSync(path, `{"seeds":[${'['.repeat(50_000)}${']'.repeat(50_000)}]}`);
    await expect(readGrid(path)).rejects.toThrow(
      new GridError(`${path}: "seeds"[0] is a whole number of at least 0, not a list.`),
    );
  });

  it('takes settings from the base, and a configuration’s own before them', async () => {
    writeFileSync(join(folder, 'base.json'), JSON.stringify({ units: 3, epochs: 7 }));
    const configurations = { a: {}, b: { settings: { epochs: 9 } } };
    const grid = await readGrid(writeGrid(folder, 'grid', { base: 'base.json', configurations }));
    expect(grid.configurations.map(({ settings: { encoder, epochs } }) => [encoder, epochs])).toMatchObject([
      [{ units: 3 }, 7],
      [{ units: 3 }, 9],
    ]);
  });
});

it('has ensembles on all treebanks, or on those that they name', async () => {
  const toy = { train: 'toy.train.conllu', dev: 'toy.dev.conllu' };
  const kind = { configurations: ['eager'], sizes: [1] };
  const path = writeGrid(folder, 'grid', {
    treebanks: { toy, other: toy },
    ensembles: { everywhere: kind, here: { ...kind, treebanks: ['other'] } },
  });
  const { ensembles } = await readGrid(path);
  expect(ensembles.map(({ name, treebank }) => [name, treebank])).toEqual([
    ['everywhere', 'toy'],
    ['everywhere', 'other'],
    ['here', 'other'],
  ]);
});

describe('the cells of a grid', () => {
  const toy = { train: 'toy.train.conllu', dev: 'toy.dev.conllu' };

  async function cells(more: object) {
    return cellsOf(await readGrid(writeGrid(folder, 'grid', more)));
  }

  it('are all of its configurations on their treebanks with their seeds', async () => {
    const found = await cells({
      seeds: [1, 2],
      treebanks: { toy, yot: { train: toy.dev, dev: toy.train, seeds: [5] } },
      configurations: { everywhere: {}, once: { treebanks: ['yot'] } },
    });
    expect(found.map(({ configuration, treebank, seed }) => `${configuration} ${treebank} ${seed}`)).toEqual([
      'everywhere toy 1',
      'everywhere toy 2',
      'everywhere yot 5',
      'once yot 5',
    ]);
    expect(found.every(({ seed, settings }) => settings.seed === seed)).toBe(true);
  });

  it('have ids by what goes in, not by names', async () => {
    const [first] = await cells({});
    const [renamed] = await cells({
      configurations: { other: { settings: { ...smallSettings, beta2: 0.999 } } },
    });
    expect(renamed.id).toBe(first.id);
    const [other] = await cells({ seeds: [2] });
    const [larger] = await cells({ configurations: { eager: { settings: { ...smallSettings, units: 9 } } } });
    const [vectors] = await cells({ treebanks: { toy: { ...toy, vectors: toy.dev } } });
    const [unused] = await cells({
      treebanks: { toy: { ...toy, vectors: toy.dev } },
      configurations: { eager: { settings: smallSettings, vectors: false } },
    });
    expect(unused.id).toBe(first.id);
    const [tested] = await cells({ treebanks: { toy: { ...toy, test: toy.dev } } });
    expect([tested.id, tested.test?.hash]).toEqual([first.id, first.dev.hash]);
    writeTreebank(join(folder, 'copy.conllu'), 60, 1);
    const [copied] = await cells({ treebanks: { toy: { ...toy, train: 'copy.conllu' } } });
    expect(copied.id).toBe(first.id);
    writeTreebank(join(folder, 'copy.conllu'), 61, 1);
    const [longer] = await cells({ treebanks: { toy: { ...toy, train: 'copy.conllu' } } });
    const ids = [first, other, larger, vectors, longer].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('need their files, which lie where ARCWISE_DATA says or beside the grid', async () => {
    const missing = { toy: { train: 'nowhere.conllu', dev: toy.dev } };
    await expect(cells({ treebanks: missing })).rejects.toThrow(
      /^The treebank "toy" needs .*nowhere\.conllu, which does not exist: paths are relative to the folder ARCWISE_DATA, or else to that of the grid file\.$/,
    );
    vi.stubEnv('ARCWISE_DATA', join(folder, 'elsewhere'));
    await expect(cells({})).rejects.toThrow(/elsewhere.toy\.train\.conllu/);
  });
});

describe('the grids of the paper', () => {
  const experiments = fileURLToPath(new URL('../../experiments/', import.meta.url));
  const names = readdirSync(experiments).filter((name) => name.endsWith('.json'));

  it('are there', () => {
    expect(names.sort()).toEqual([
      'beyond.json',
      'choices.json',
      'edge-factored.json',
      'ensemble.json',
      'table1.json',
      'table2.json',
    ]);
  });

  it.each(names)('%s makes sense', async (name) => {
    const grid = await readGrid(join(experiments, name));
    expect(grid.configurations.every(({ settings }) => settings.epochs === 20)).toBe(true);
  });
});
