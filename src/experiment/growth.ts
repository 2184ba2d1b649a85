// The accuracy of ensembles by the number of their parsers.
import { lineChart, type Point } from '../render/lineChart.js';
import type { Ensembles } from './grid.js';
import type { Measures } from './measures.js';
import { scoreName } from './reportPlan.js';
import type { ReportTable, TableCell } from './reportTable.js';
import { type EnsembleResult, type Evaluations, evaluationOn, type Split } from './result.js';
import { type Summary, summaryOf } from './statistics.js';

export interface Growth {
  readonly name: string;
  readonly treebank: string;
  readonly split: Split;
  /** The mean UAS of all single parsers. */
  readonly single: Summary;
  readonly ensembles: readonly { readonly size: number; readonly parsers: number; readonly uas: number }[];
}

/** The growth of some ensembles of a grid on a split as an array: empty if none is done. */
export function growthOf(
  { name, treebank, configurations, sizes }: Ensembles,
  measures: Measures,
  ensembles: readonly EnsembleResult[],
  split: Split,
): Growth[] {
  const most = Math.max(...sizes);
  const cells = configurations.flatMap((configuration) =>
    measures.results(configuration, treebank).slice(0, most),
  );
  const members = cells.filter((cell) => cell !== undefined);
  const uasOf = (result: Evaluations) => evaluationOn(result, split)?.scores.with.uas;
  const single = summaryOf(members.map(uasOf).filter((uas) => uas !== undefined));
  const ids = new Set(members.map(({ id }) => id));
  const done = ensembles
    .filter((one) => one.name === name && one.treebank === treebank && one.members.every((id) => ids.has(id)))
    .flatMap((one) => {
      const uas = uasOf(one);
      return uas === undefined ? [] : [{ size: one.size, parsers: one.members.length, uas }];
    })
    .sort((a, b) => a.size - b.size);
  return single && done.length > 0 ? [{ name, treebank, split, single, ensembles: done }] : [];
}

/** The title of a growth's chart. */
export function growthTitle({ name, treebank, split }: Growth): string {
  return `Ensemble ${name}, ${treebank}${split === 'test' ? ' test' : ''}`;
}

/** The table of a growth. */
export function growthTable(growth: Growth): ReportTable {
  const { split, single, ensembles } = growth;
  const cell = (mean: number): TableCell => ({ mean, count: 1, digits: 2 });
  return {
    title: growthTitle(growth),
    columns: ['parsers', 'UAS', 'gain'],
    rows: [
      { name: 'one parser', cells: [{ mean: 1, count: 1, digits: 0 }, { ...single, digits: 2 }, undefined] },
      ...ensembles.map(({ size, parsers, uas }) => ({
        name: `${size} of each kind`,
        cells: [{ mean: parsers, count: 1, digits: 0 }, cell(uas), cell(uas - single.mean)],
      })),
    ],
    best: [false, true, false],
    notes: [
      `${split === 'dev' ? 'Dev' : 'Test'}, punctuation included; the gain is over the mean of the single parsers.`,
    ],
  };
}

/** The UAS of ensembles by the number of their parsers, next to the mean of single ones. */
export function growthSvg(growth: Growth): string {
  const { treebank, split, single, ensembles } = growth;
  const points = ensembles.map(({ parsers, uas }): Point => [parsers, uas]);
  const level = [1, ...ensembles.map(({ parsers }) => parsers)].map(
    (parsers): Point => [parsers, single.mean],
  );
  return lineChart(
    [
      { name: 'ensemble', points },
      { name: 'mean of single parsers', points: level },
    ],
    { title: growthTitle(growth), x: 'parsers', y: scoreName(treebank, 'uas', split) },
  );
}
