// The report of a grid: tables, ensembles, comparisons and charts, as data, as text and as files.
import { join } from 'node:path';
import { bootstrap, type Difference } from '../evaluate/bootstrap.js';
import { checkWritable, writeWhole } from '../files/files.js';
import { makeFolder } from '../files/folder.js';
import { chartSvg } from './charts.js';
import type { Grid } from './grid.js';
import { type Growth, growthOf, growthSvg, growthTable, growthTitle } from './growth.js';
import { Measures } from './measures.js';
import { type Column, type ComparisonPlan, scoreName, type TablePlan } from './reportPlan.js';
import { formatTable, type ReportFormat, type ReportTable, type TableCell } from './reportTable.js';
import { type Result, splits } from './result.js';

export { type ReportFormat, reportFormats } from './reportTable.js';

export interface Comparison extends ComparisonPlan {
  readonly difference: Difference;
}

export interface GridReport {
  readonly title: string;
  readonly tables: readonly ReportTable[];
  readonly growths: readonly Growth[];
  readonly comparisons: readonly Comparison[];
  readonly charts: readonly { readonly name: string; readonly title: string; readonly svg: string }[];
}

const endings: Record<ReportFormat, string> = { markdown: 'md', csv: 'csv', latex: 'tex' };

/** The report on the results of a grid so far. */
export function gridReport(grid: Grid, results: readonly Result[]): GridReport {
  const measures = new Measures(grid, results);
  const ensembles = results.filter((result) => result.kind === 'ensemble');
  const growths = grid.ensembles.flatMap((plan) =>
    splits.flatMap((split) => growthOf(plan, measures, ensembles, split)),
  );
  const charts = grid.report.charts.flatMap((plan, at) => {
    const svg = chartSvg(plan, measures);
    return svg === undefined ? [] : [{ name: `${grid.name}-${at + 1}`, title: plan.title, svg }];
  });
  const curves = growths.map((growth, at) => ({
    name: `${grid.name}-ensemble-${at + 1}`,
    title: growthTitle(growth),
    svg: growthSvg(growth),
  }));
  const comparisons = comparisonsOf(grid, measures);
  return {
    title: grid.title,
    tables: [
      ...grid.report.tables.map((plan) => tableOf(plan, measures)),
      ...growths.map(growthTable),
      ...comparisonTables(comparisons),
    ],
    growths,
    comparisons,
    charts: [...charts, ...curves],
  };
}

function tableOf({ title, punctuation, columns, rows }: TablePlan, measures: Measures): ReportTable {
  const missing = rows.flatMap(({ configurations }) =>
    columns.map(({ treebank, split }, at) => ({
      key: `${treebank}\n${split}\n${configurations[at]}`,
      count: measures.missing(configurations[at], treebank, split),
    })),
  );
  const lacking = new Map(missing.map(({ key, count }) => [key, count]));
  const count = [...lacking.values()].reduce((sum, one) => sum + one, 0);
  const measured = rows.map(({ name, configurations }) => ({
    name,
    cells: columns.map(({ treebank, metric, split }, at): TableCell => {
      const summary = measures.summary(configurations[at], treebank, { metric, punctuation, split });
      return summary && { ...summary, digits: metric === 'speed' ? 0 : 2 };
    }),
  }));
  return {
    title,
    columns: columns.map(({ name }) => name),
    rows: measured,
    best: columns.map(() => true),
    notes: [
      `${splitsOf(columns)}, punctuation ${punctuation === 'with' ? 'included' : 'left out'}; ${seedsOf(measured.flatMap(({ cells }) => cells))}.`,
      ...(count === 0 ? [] : [`Cells without a result: ${count}.`]),
    ],
  };
}

/** What the cells of a table are, by the number of seeds behind them. */
function seedsOf(cells: readonly TableCell[]): string {
  const counts = cells.flatMap((cell) => cell?.count ?? []).sort((a, b) => a - b);
  const [fewest, most] = [counts.at(0) ?? 0, counts.at(-1) ?? 0];
  if (most <= 1) return 'one seed';
  return `mean ± standard deviation over ${fewest === most ? most : `${fewest} to ${most}`} seeds`;
}

/** The splits of a table's columns, as the start of a note. */
function splitsOf(columns: readonly Column[]): string {
  const names = splits.filter((name) => columns.some(({ split }) => split === name)).join(' and ');
  return names.slice(0, 1).toUpperCase() + names.slice(1);
}

function comparisonsOf({ report }: Grid, measures: Measures): Comparison[] {
  return report.comparisons.flatMap((plan) => {
    const { first, second, treebank, metric } = plan;
    const tallies = measures.pairedTallies(first, second, treebank, plan);
    return tallies ? [{ ...plan, difference: bootstrap(...tallies)[metric] }] : [];
  });
}

function comparisonTables(comparisons: readonly Comparison[]): ReportTable[] {
  if (comparisons.length === 0) return [];
  const cell = (mean: number, digits = 2): TableCell => ({ mean, count: 1, digits });
  return [
    {
      title: 'Comparisons',
      columns: ['first', 'second', 'difference', 'low', 'high', 'p'],
      rows: comparisons.map(({ treebank, first, second, metric, split, difference: found }) => ({
        name: `${scoreName(treebank, metric, split)}: ${first} → ${second}`,
        cells: [
          ...[found.first, found.second, found.difference, found.low, found.high].map((value) => cell(value)),
          cell(found.p, 4),
        ],
      })),
      best: [false, false, false, false, false, false],
      notes: [
        'Paired bootstrap over the sentences, each with its counts of all seeds; low and high enclose 95% of the samples.',
      ],
    },
  ];
}

/** The tables of a report as text. */
export function gridReportText({ title, tables }: GridReport, format: ReportFormat): string {
  const parts = tables.map((table) => formatTable(table, format));
  if (format === 'markdown') parts.unshift(`# ${title}\n`);
  return parts.join('\n');
}

/** Writes the text and the charts of a report into a folder, which is created if missing. */
export async function writeReport(
  folder: string,
  report: GridReport,
  format: ReportFormat,
  grid: string,
): Promise<void> {
  await makeFolder(folder);
  const file = join(folder, `report.${endings[format]}`);
  const charts = report.charts.map(({ name, svg }) => ({ path: join(folder, `${name}.svg`), svg }));
  await checkWritable([file, ...charts.map(({ path }) => path)], [grid]);
  for (const { path, svg } of charts) await writeWhole(path, svg);
  const pictures = report.charts.map(({ name, title }) => `![${title}](${name}.svg)\n`);
  const text = gridReportText(report, format) + (format === 'markdown' ? `\n${pictures.join('\n')}` : '');
  await writeWhole(file, text);
}
