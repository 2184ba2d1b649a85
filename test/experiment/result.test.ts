import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cellId } from '../../src/experiment/cell.js';
import { ResultError, readResults, resultOf } from '../../src/experiment/result.js';
import { readParserSettings } from '../../src/parser/parserSettings.js';

const scores = { uas: 90, las: 80, uem: 50, lem: 40 };
const counts = { words: [3, 5], heads: [3, 4], arcs: [2, 4] };
const both = { with: scores, without: scores };
const shared = { id: 'a', treebank: 'ewt', scores: both, counts: { with: counts, without: counts } };
const cell = {
  ...shared,
  kind: 'cell',
  settings: readParserSettings({}),
  data: { train: 'x', dev: 'y', vectors: null },
  epoch: 1,
  speed: { training: 1, parsing: 2 },
  log: [{ epoch: 1, uas: 90 }],
};
const test = { scores: both, counts: { with: counts, without: counts }, hash: 'z' };
const ensemble = { ...shared, kind: 'ensemble', name: 'all', size: 2, members: ['a', 'b'] };

const read = (value: unknown) => resultOf(JSON.stringify(value), 'x.json');

describe('the file of a result', () => {
  it('holds a cell or an ensemble', () => {
    for (const result of [cell, ensemble]) {
      expect(read(result)).toEqual(result);
      expect(read({ ...result, test })).toEqual({ ...result, test });
    }
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a list', []],
    ['another kind', { ...cell, kind: 'row' }],
    ['no scores', { ...cell, scores: {} }],
    ['a score that is no number', { ...cell, scores: { ...both, with: { ...scores, uem: '50' } } }],
    ['no counts', { ...cell, counts: { with: counts } }],
    ['counts of other sentences', { ...cell, counts: { with: counts, without: { ...counts, arcs: [2] } } }],
    ['no treebank', { ...cell, treebank: undefined }],
    ['no data', { ...cell, data: null }],
    ['no hash of the vectors', { ...cell, data: { train: 'x', dev: 'y' } }],
    ['no speed', { ...cell, speed: {} }],
    ['unsound settings', { ...cell, settings: { units: -1 } }],
    ['a log that is none', { ...cell, log: [null] }],
    ['members that are no names', { ...ensemble, members: [1] }],
    ['no size', { ...ensemble, size: undefined }],
    ['no hash of the test file', { ...cell, test: { ...test, hash: undefined } }],
    ['no scores on test', { ...ensemble, test: { ...test, scores: {} } }],
    [
      'counts of other test sentences',
      { ...cell, test: { ...test, counts: { with: counts, without: { ...counts, heads: [3] } } } },
    ],
  ])('is refused with %s', (_, value) => {
    expect(() => read(value)).toThrow(
      new ResultError('x.json is not the result of a cell: delete it and run the grid again.'),
    );
  });

  it('is refused when it ends too early', () => {
    const text = JSON.stringify(cell);
    for (let length = 0; length < text.length; length++) {
      expect(() => resultOf(text.slice(0, length), 'x.json')).toThrow(ResultError);
    }
  });
});

// Settings that are added, moved or nested must not make recorded results strangers, to be trained again.
it.each(['beyond', 'ensemble', 'table1', 'table2'])('recorded results are recognised: %s', async (name) => {
  const results = await readResults(
    fileURLToPath(new URL(`../../experiments/results/${name}`, import.meta.url)),
  );
  const cells = results.filter((result) => result.kind === 'cell');
  expect(cells.length).toBeGreaterThan(0);
  for (const { id, settings, data } of cells) expect(cellId(settings, data)).toBe(id);
});
