// The accuracy of ensembles by the number of their parsers.
import { lineChart, type Point } from '../render/lineChart.js';
import type { Ensembles } from './grid.js';
import type { Measures } from './measures.js';
import type { ReportTable, TableCell } from './reportTable.js';
import type { EnsembleResult } from './result.js';
import { type Summary, summaryOf } from './statistics.js';

export interface Growth {
  readonly name: string;
  readonly treebank: string;
  /** The mean UAS of all single parsers. */
  readonly single: Summary;
  readonly ensembles: readonly { readonly size: number; readonly parsers: number; readonly uas: number }[];
}

/** The growth of some ensembles of a grid as an array: empty if none is done. */
export function growthOf(
  { name, treebank, configurations, sizes }: Ensembles,
  measures: Measures,
  ensembles: readonly EnsembleResult[],
): Growth[] {
  const most = Math.max(...sizes);
  const cells = configurations.flatMap((configuration) =>
    measures.results(configuration, treebank).slice(0, most),
  );
  const members = cells.filter((cell) => cell !== undefined);
  const single = summaryOf(members.map(({ scores }) => scores.with.uas));
  const ids = new Set(members.map(({ id }) => id));
  const done = ensembles
    .filter((one) => one.name === name && one.treebank === treebank && one.members.every((id) => ids.has(id)))
    .map(({ size, members: { length }, scores }) => ({ size, parsers: length, uas: scores.with.uas }))
    .sort((a, b) => a.size - b.size);
  return single && done.length > 0 ? [{ name, treebank, single, ensembles: done }] : [];
}

/** The table of a growth. */
export function growthTable({ name, treebank, single, ensembles }: Growth): ReportTable {
  const cell = (mean: number): TableCell => ({ mean, count: 1, digits: 2 });
  return {
    title: `Ensemble ${name}, ${treebank}`,
    columns: ['parsers', 'UAS', 'gain'],
    rows: [
      { name: 'one parser', cells: [{ mean: 1, count: 1, digits: 0 }, { ...single, digits: 2 }, undefined] },
      ...ensembles.map(({ size, parsers, uas }) => ({
        name: `${size} of each kind`,
        cells: [{ mean: parsers, count: 1, digits: 0 }, cell(uas), cell(uas - single.mean)],
      })),
    ],
    best: [false, true, false],
    notes: ['Dev, punctuation included; the gain is over the mean of the single parsers.'],
  };
}

/** The UAS of ensembles by the number of their parsers, next to the mean of single ones. */
export function growthSvg({ name, treebank, single, ensembles }: Growth): string {
  const points = ensembles.map(({ parsers, uas }): Point => [parsers, uas]);
  const level = [1, ...ensembles.map(({ parsers }) => parsers)].map(
    (parsers): Point => [parsers, single.mean],
  );
  return lineChart(
    [
      { name: 'ensemble', points },
      { name: 'mean of single parsers', points: level },
    ],
    { title: `Ensemble ${name}`, x: 'parsers', y: `${treebank} UAS` },
  );
}
