// The report in a grid file: tables, comparisons and charts.
import { counted, quoted } from '../conllu/quotation.js';
import type { Punctuation } from '../evaluate/scores.js';
import { choiceField, fields, GridError, list, record, text } from './fields.js';
import { type Split, splits } from './result.js';

/** The metrics of a parser: per cent of words and sentences, or words per second in parsing dev. */
const metrics = ['uas', 'las', 'uem', 'lem', 'speed'] as const;
export type ReportMetric = (typeof metrics)[number];
/** The metrics that the bootstrap can compare. */
const accuracies = ['uas', 'las', 'uem', 'lem'] as const;
export type AccuracyMetric = (typeof accuracies)[number];

/** What to read from a result. */
export interface Measure {
  readonly metric: ReportMetric;
  readonly punctuation: Punctuation;
  readonly split: Split;
}

export interface Column extends Pick<Measure, 'metric' | 'split'> {
  readonly name: string;
  readonly treebank: string;
}

export interface TablePlan {
  readonly title: string;
  readonly punctuation: Punctuation;
  readonly columns: readonly Column[];
  /** One configuration per column. */
  readonly rows: readonly { readonly name: string; readonly configurations: readonly string[] }[];
}

/** A paired bootstrap of two configurations on a treebank. */
export interface ComparisonPlan extends Measure {
  readonly treebank: string;
  readonly first: string;
  readonly second: string;
  readonly metric: AccuracyMetric;
}

/**
 * `bars` shows the values of configurations on a treebank; `scatter` plots one treebank against another; `speed` plots
 * accuracy against words per second in parsing.
 */
export interface ChartPlan extends Measure {
  readonly kind: 'bars' | 'scatter' | 'speed';
  readonly title: string;
  readonly metric: AccuracyMetric;
  /** One, or two for a scatter. */
  readonly treebanks: readonly string[];
  readonly configurations: readonly string[];
}

export interface ReportPlan {
  readonly tables: readonly TablePlan[];
  readonly comparisons: readonly ComparisonPlan[];
  readonly charts: readonly ChartPlan[];
}

interface Names {
  readonly treebanks: readonly string[];
  /** The treebanks with a test file. */
  readonly tested: readonly string[];
  readonly configurations: readonly string[];
}

/** Reads the "report" of a grid file; by default one table has every configuration. */
export function readReportPlan(value: unknown, where: string, names: Names): ReportPlan {
  const given = value === undefined ? {} : fields(value, where, ['tables', 'comparisons', 'charts']);
  const optional = <Item>(
    key: 'tables' | 'comparisons' | 'charts',
    read: (item: unknown, where: string, names: Names) => Item,
  ): Item[] =>
    given[key] === undefined
      ? []
      : list(given[key], `${where}, "${key}"`, (item, place) => read(item, place, names));
  return {
    tables: given.tables === undefined ? [everything(names)] : optional('tables', readTable),
    comparisons: optional('comparisons', readComparison),
    charts: optional('charts', readChart),
  };
}

function everything({ treebanks, tested, configurations }: Names): TablePlan {
  const columns = treebanks.flatMap((treebank) =>
    splits
      .filter((split) => split === 'dev' || tested.includes(treebank))
      .flatMap((split) =>
        (['uas', 'las', 'uem'] as const).map((metric) => {
          const name = scoreName(treebank, metric, split);
          return { name, treebank, metric, split };
        }),
      ),
  );
  const rows = configurations.map((name) => ({ name, configurations: columns.map(() => name) }));
  return { title: 'All configurations', punctuation: 'with', columns, rows };
}

/** The name of a metric for people. */
export function metricName(metric: ReportMetric): string {
  return metric === 'speed' ? 'words/s' : metric.toUpperCase();
}

/** The name of a metric on a part of a treebank, for people. */
export function scoreName(treebank: string, metric: ReportMetric, split: Split): string {
  return `${treebank} ${split === 'test' ? 'test ' : ''}${metricName(metric)}`;
}

/** Reads "split", the part of these treebanks to score; the default is dev. */
function readSplit(value: unknown, where: string, treebanks: readonly string[], { tested }: Names): Split {
  const split = value === undefined ? 'dev' : choiceField(value, `${where}, "split"`, splits);
  const untested = treebanks.find((treebank) => !tested.includes(treebank));
  if (split === 'test' && untested !== undefined) {
    throw new GridError(`${where} is about test, but the treebank ${quoted(untested)} has no "test" file.`);
  }
  return split;
}

function readPunctuation(value: unknown, where: string): Punctuation {
  return value === undefined ? 'with' : choiceField(value, `${where}, "punctuation"`, ['with', 'without']);
}

function readTable(value: unknown, where: string, names: Names): TablePlan {
  const given = fields(value, where, ['title', 'punctuation', 'columns', 'rows']);
  const columns = list(given.columns, `${where}, "columns"`, (item, place): Column => {
    const column = fields(item, place, ['name', 'treebank', 'metric', 'split']);
    const treebank = choiceField(column.treebank, `${place}, "treebank"`, names.treebanks);
    const metric = choiceField(column.metric, `${place}, "metric"`, metrics);
    const split = readSplit(column.split, place, [treebank], names);
    const name =
      column.name === undefined ? scoreName(treebank, metric, split) : text(column.name, `${place}, "name"`);
    return { name, treebank, metric, split };
  });
  const configuration = (item: unknown, place: string) => choiceField(item, place, names.configurations);
  const rows = record(given.rows, `${where}, "rows"`).map(([name, item]) => {
    const place = `${where}, "rows", ${quoted(name)}`;
    if (!Array.isArray(item)) {
      const everywhere = configuration(item, place);
      return { name, configurations: columns.map(() => everywhere) };
    }
    const configurations = list(item, place, configuration);
    if (configurations.length !== columns.length) {
      throw new GridError(
        `${place} has ${counted(configurations.length, 'configuration')} for ${counted(columns.length, 'column')}.`,
      );
    }
    return { name, configurations };
  });
  const punctuation = readPunctuation(given.punctuation, where);
  return { title: text(given.title, `${where}, "title"`), punctuation, columns, rows };
}

function readComparison(value: unknown, where: string, names: Names): ComparisonPlan {
  const given = fields(value, where, ['treebank', 'first', 'second', 'metric', 'punctuation', 'split']);
  const treebank = choiceField(given.treebank, `${where}, "treebank"`, names.treebanks);
  return {
    treebank,
    split: readSplit(given.split, where, [treebank], names),
    first: choiceField(given.first, `${where}, "first"`, names.configurations),
    second: choiceField(given.second, `${where}, "second"`, names.configurations),
    metric: choiceField(given.metric ?? 'uas', `${where}, "metric"`, accuracies),
    punctuation: readPunctuation(given.punctuation, where),
  };
}

function readChart(value: unknown, where: string, names: Names): ChartPlan {
  const keys = ['kind', 'title', 'metric', 'punctuation', 'split', 'treebanks', 'configurations'] as const;
  const given = fields(value, where, keys);
  const kind = choiceField(given.kind, `${where}, "kind"`, ['bars', 'scatter', 'speed']);
  const treebanks = list(given.treebanks, `${where}, "treebanks"`, (item, place) =>
    choiceField(item, place, names.treebanks),
  );
  const wanted = kind === 'scatter' ? 2 : 1;
  if (treebanks.length !== wanted) {
    throw new GridError(
      `${where}, "treebanks" has ${treebanks.length} names, but "${kind}" takes ${wanted}.`,
    );
  }
  return {
    kind,
    title: text(given.title, `${where}, "title"`),
    metric: choiceField(given.metric ?? 'uas', `${where}, "metric"`, accuracies),
    punctuation: readPunctuation(given.punctuation, where),
    split: readSplit(given.split, where, treebanks, names),
    treebanks,
    configurations:
      given.configurations === undefined
        ? names.configurations
        : list(given.configurations, `${where}, "configurations"`, (item, place) =>
            choiceField(item, place, names.configurations),
          ),
  };
}
