import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cellSettings } from '../../src/experiment/cell.js';
import { type Grid, readGrid } from '../../src/experiment/grid.js';
import { gridReport, gridReportText, writeReport } from '../../src/experiment/gridReport.js';
import type { CellResult, EnsembleResult, Result, SentenceCounts } from '../../src/experiment/result.js';
import { writeGrid } from '../support/grids.js';
import { ofClass, parseXml } from '../support/xml.js';

const files = { train: 'train.conllu', dev: 'dev.conllu' };
let folder: string;
let grid: Grid;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'arcwise-report-'));
  grid = await readGrid(
    writeGrid(folder, 'grid', {
      title: 'A & B',
      seeds: [1, 2, 3],
      treebanks: { zh: files, ewt: { ...files, seeds: [1] } },
      configurations: { local: { settings: { training: 'local' } }, global: {} },
      ensembles: { all: { treebanks: ['zh'], configurations: ['local', 'global'], sizes: [1, 2] } },
      report: {
        tables: [
          {
            title: 'Table',
            columns: [
              { treebank: 'zh', metric: 'uas' },
              { treebank: 'ewt', metric: 'uas' },
              { name: '{s0, b0}', treebank: 'zh', metric: 'speed' },
            ],
            rows: { 'a|b_c': 'local', global: 'global' },
          },
          {
            title: 'Turned',
            punctuation: 'without',
            columns: [
              { name: 'local', treebank: 'zh', metric: 'uas' },
              { name: 'global', treebank: 'zh', metric: 'uas' },
            ],
            rows: { 'arc-eager': ['local', 'global'] },
          },
        ],
        comparisons: [{ treebank: 'zh', first: 'local', second: 'global' }],
        charts: [
          { kind: 'bars', title: 'Bars', treebanks: ['zh'] },
          { kind: 'scatter', title: 'Scatter', treebanks: ['zh', 'ewt'] },
          { kind: 'speed', title: 'Speed', treebanks: ['zh'] },
        ],
      },
    }),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

const scores = (uas: number) => ({ uas, las: uas - 2, uem: 10, lem: 5 });

function cell(
  configuration: string,
  treebank: string,
  seed: number,
  uas: number,
  counts: SentenceCounts,
): CellResult {
  const found = grid.configurations.find(({ name }) => name === configuration)!;
  return {
    kind: 'cell',
    id: `${treebank} ${configuration} ${seed}`,
    treebank,
    settings: cellSettings(found, seed),
    data: { train: 'a', dev: 'b', vectors: null },
    epoch: 1,
    speed: { training: 100, parsing: 1000 * seed + (configuration === 'local' ? 400 : 0) },
    scores: { with: scores(uas), without: scores(uas + 1) },
    counts: { with: counts, without: counts },
    log: [],
  };
}

function ensemble(size: number, uas: number): EnsembleResult {
  const members = ['zh local 1', 'zh global 1', 'zh local 2', 'zh global 2'].slice(0, 2 * size);
  const nothing: SentenceCounts = { words: [], heads: [], arcs: [] };
  return {
    kind: 'ensemble',
    id: `all ${size}`,
    treebank: 'zh',
    name: 'all',
    size,
    members,
    scores: { with: scores(uas), without: scores(uas) },
    counts: { with: nothing, without: nothing },
  };
}

/** Ten sentences of 10 words, of which a local parser has 7 heads right and a global one 8. */
const sentences = Array.from({ length: 10 }, () => 10);
const seven: SentenceCounts = {
  words: sentences,
  heads: sentences.map(() => 7),
  arcs: sentences.map(() => 6),
};
const eight: SentenceCounts = {
  words: sentences,
  heads: sentences.map(() => 8),
  arcs: sentences.map(() => 6),
};

const results = (): Result[] => [
  // 80 ± 1, since (1 + 0 + 1) / 2 = 1; 83 of two seeds, ± √((1 + 1) / 1) = √2; the third is still to be run.
  ...[79, 80, 81].map((uas, at) => cell('local', 'zh', at + 1, uas, seven)),
  ...[82, 84].map((uas, at) => cell('global', 'zh', at + 1, uas, eight)),
  cell('local', 'ewt', 1, 90.004, seven),
  cell('global', 'ewt', 1, 90.001, eight),
  ensemble(1, 83.5),
  ensemble(2, 85.25),
];

describe('the report of a grid', () => {
  const text = (format: 'markdown' | 'csv' | 'latex') => gridReportText(gridReport(grid, results()), format);

  it('is Markdown', () => {
    expect(text('markdown')).toBe(`# A & B

## Table

|  | zh UAS | ewt UAS | {s0, b0} |
| --- | --: | --: | --: |
| a\\|b_c | 80.00 ± 1.00 | **90.00** | **2400 ± 1000** |
| global | **83.00 ± 1.41** | **90.00** | 1500 ± 707 |

Dev, punctuation included; mean ± standard deviation over 1 to 3 seeds.

Cells without a result: 1.

## Turned

|  | local | global |
| --- | --: | --: |
| arc-eager | 81.00 ± 1.00 | 84.00 ± 1.41 |

Dev, punctuation left out; mean ± standard deviation over 2 to 3 seeds.

Cells without a result: 1.

## Ensemble all, zh

|  | parsers | UAS | gain |
| --- | --: | --: | --: |
| one parser | 1 | 81.25 ± 2.22 | – |
| 1 of each kind | 2 | 83.50 | 2.25 |
| 2 of each kind | 4 | **85.25** | 4.00 |

Dev, punctuation included; the gain is over the mean of the single parsers.

## Comparisons

|  | first | second | difference | low | high | p |
| --- | --: | --: | --: | --: | --: | --: |
| zh UAS: local → global | 70.00 | 80.00 | 10.00 | 10.00 | 10.00 | 0.0001 |

Paired bootstrap over the sentences, each with its counts of all seeds; low and high enclose 95% of the samples.
`);
  });

  it('is CSV', () => {
    expect(text('csv').split('\n\n')[0]).toBe(
      [
        'Table',
        ',zh UAS,zh UAS deviation,ewt UAS,"{s0, b0}","{s0, b0} deviation"',
        'a|b_c,80.00,1.00,90.00,2400,1000',
        'global,83.00,1.41,90.00,1500,707',
      ].join('\n'),
    );
  });

  it('is LaTeX', () => {
    expect(text('latex').split('\n\n')[0]).toBe(
      [
        '% Table',
        '% Dev, punctuation included; mean ± standard deviation over 1 to 3 seeds.',
        '% Cells without a result: 1.',
        '\\begin{tabular}{lrrr}',
        '\\hline',
        ' & zh UAS & ewt UAS & \\{s0, b0\\} \\\\',
        '\\hline',
        'a|b\\_c & 80.00 $\\pm$ 1.00 & \\textbf{90.00} & \\textbf{2400 $\\pm$ 1000} \\\\',
        'global & \\textbf{83.00 $\\pm$ 1.41} & \\textbf{90.00} & 1500 $\\pm$ 707 \\\\',
        '\\hline',
        '\\end{tabular}',
      ].join('\n'),
    );
  });

  it('has its charts', () => {
    const { charts } = gridReport(grid, results());
    expect(charts.map(({ name }) => name)).toEqual(['grid-1', 'grid-2', 'grid-3', 'grid-ensemble-1']);
    const [bars, scatter, speed, growth] = charts.map(({ svg }) => parseXml(svg));
    expect(ofClass(bars, 'dot')).toHaveLength(2);
    expect(ofClass(scatter, 'dot')).toHaveLength(2);
    expect(ofClass(speed, 'dot')).toHaveLength(2);
    // Two ensembles, and the mean of single parsers beside one parser and each of them.
    expect(ofClass(growth, 'dot')).toHaveLength(5);
  });

  it('is there before anything is done', () => {
    const report = gridReport(grid, []);
    expect(report.charts).toEqual([]);
    const [table] = report.tables;
    expect(table.rows.flatMap(({ cells }) => cells)).toEqual(Array(6).fill(undefined));
    expect(table.notes).toContain('Cells without a result: 8.');
    expect(gridReportText(report, 'markdown')).toContain('| global | – | – | – |');
  });

  it('says when there is only one seed', () => {
    const [table] = gridReport(grid, [cell('local', 'zh', 1, 79, seven)]).tables;
    expect(table.notes[0]).toBe('Dev, punctuation included; one seed.');
  });

  it('leaves out ensembles of other parsers, and refuses two results of one cell', () => {
    const others = { ...ensemble(2, 99), members: ['older'] };
    expect(gridReport(grid, [...results(), others]).growths[0].ensembles).toHaveLength(2);
    const again = { ...cell('local', 'zh', 1, 50, seven), id: 'older' };
    expect(() => gridReport(grid, [...results(), again])).toThrow(
      'The results zh local 1 and older are both for zh with the same settings: delete the one with the older data.',
    );
  });

  it('has test scores in columns, comparisons, charts and ensembles of their own', async () => {
    const report = {
      comparisons: [{ treebank: 'zh', first: 'local', second: 'global', split: 'test' }],
      charts: [{ kind: 'bars', title: 'Bars', treebanks: ['zh'], split: 'test' }],
    };
    const tested = await readGrid(
      writeGrid(folder, 'tested', {
        seeds: [1, 2, 3],
        treebanks: { zh: { ...files, test: 'test.conllu' }, ewt: { ...files, seeds: [1] } },
        configurations: { local: { settings: { training: 'local' } }, global: {} },
        ensembles: { all: { treebanks: ['zh'], configurations: ['local', 'global'], sizes: [1, 2] } },
        report,
      }),
    );
    /** Two points below dev, by the counts of the other kind of parser. */
    const onTest = (result: Result, counts: SentenceCounts): Result => {
      const lower = scores(result.scores.with.uas - 2);
      const test = {
        hash: 'c',
        scores: { with: lower, without: lower },
        counts: { with: counts, without: counts },
      };
      return { ...result, test };
    };
    const found = results().map((result) => {
      if (result.treebank === 'ewt') return result;
      const isLocal = result.kind === 'cell' && result.settings.training === 'local';
      return onTest(result, isLocal ? eight : seven);
    });
    const { tables, growths, comparisons, charts } = gridReport(tested, found);
    expect(tables[0].columns).toEqual([
      ...['zh UAS', 'zh LAS', 'zh UEM', 'zh test UAS', 'zh test LAS', 'zh test UEM'],
      ...['ewt UAS', 'ewt LAS', 'ewt UEM'],
    ]);
    expect(tables[0].rows[0].cells.map((value) => value?.mean)).toEqual([
      ...[80, 78, 10, 78, 76, 10],
      ...[90.004, 88.004, 10],
    ]);
    // One cell, without scores on either split.
    expect(tables[0].notes).toEqual([
      'Dev and test, punctuation included; mean ± standard deviation over 1 to 3 seeds.',
      'Cells without a result: 2.',
    ]);
    expect(growths.map(({ split, single, ensembles }) => [split, single.mean, ensembles[1].uas])).toEqual([
      ['dev', 81.25, 85.25],
      ['test', 79.25, 83.25],
    ]);
    expect(comparisons[0].difference).toMatchObject({ first: 80, second: 70 });
    expect(tables.map(({ title }) => title)).toContain('Ensemble all, zh test');
    expect(charts[0].svg).toContain('zh test UAS');
    // Without the scores, their columns are empty.
    const [untested] = gridReport(tested, results()).tables;
    expect(untested.rows[0].cells.slice(3, 6)).toEqual([undefined, undefined, undefined]);
  });

  it('goes to a folder with its charts', async () => {
    const out = join(folder, 'new', 'out');
    await writeReport(out, gridReport(grid, results()), 'markdown', 'grid.json');
    const names = ['grid-1.svg', 'grid-2.svg', 'grid-3.svg', 'grid-ensemble-1.svg', 'report.md'];
    expect(readdirSync(out).sort()).toEqual(names);
    const page = readFileSync(join(out, 'report.md'), 'utf8');
    for (const name of names.slice(0, 4)) expect(page).toContain(`(${name})`);
  });
});
