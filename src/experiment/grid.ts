// A grid file: the parsers, treebanks and seeds to train, and the report.
import { basename, dirname, resolve } from 'node:path';
import { quoted } from '../conllu/quotation.js';
import { readWhole } from '../files/files.js';
import { flattened, SettingsError } from '../learner/settings.js';
import { type ParserSettings, parserSettings, readParserSettings } from '../parser/parserSettings.js';
import { choiceField, fields, flagField, GridError, list, record, text, wholeNumbers } from './fields.js';
import { type ReportPlan, readReportPlan } from './reportPlan.js';

/** Paths are as written in the grid file. */
export interface GridTreebank {
  readonly name: string;
  readonly train: string;
  readonly dev: string;
  /** Scored once, with the epoch that dev chose. */
  readonly test?: string;
  readonly vectors?: string;
  readonly seeds: readonly number[];
}

export interface GridConfiguration {
  readonly name: string;
  /** Without the seed. */
  readonly settings: ParserSettings;
  /** Whether to use the treebank's vectors, if it has any. */
  readonly vectors: boolean;
  /** The names of the treebanks to train on. */
  readonly treebanks: readonly string[];
}

/** Ensembles of n parsers of each of some configurations, those of a treebank's first n seeds. */
export interface Ensembles {
  readonly name: string;
  readonly treebank: string;
  readonly configurations: readonly string[];
  /** The values of n. */
  readonly sizes: readonly number[];
}

export interface Grid {
  /** The name of its file without the extension. */
  readonly name: string;
  /** The folder of its file. */
  readonly folder: string;
  readonly title: string;
  readonly treebanks: readonly GridTreebank[];
  readonly configurations: readonly GridConfiguration[];
  readonly ensembles: readonly Ensembles[];
  readonly report: ReportPlan;
}

/** Reads a grid file; throws a GridError if it is malformed. */
export async function readGrid(path: string): Promise<Grid> {
  const given = await readJson(path);
  const base = Object(given).base;
  if (typeof base !== 'string') return gridOf(given, path);
  return gridOf(given, path, await readJson(resolve(dirname(path), base)));
}

/** A grid from the contents of its file and of its base; throws a GridError if it is malformed. */
export function gridOf(content: unknown, path: string, baseContent: unknown = {}): Grid {
  const given = fields(content, path, [
    ...(['title', 'base', 'treebanks', 'configurations'] as const),
    ...(['seeds', 'ensembles', 'report'] as const),
  ]);
  const where = (name: string) => `${path}: "${name}"`;
  const seeds = given.seeds === undefined ? [1] : wholeNumbers(given.seeds, where('seeds'), 0);
  const treebanks = named(given.treebanks, where('treebanks'), (value, place, name) =>
    readTreebank(value, place, name, seeds),
  );
  const treebankNames = treebanks.map(({ name }) => name);
  if (given.base !== undefined) text(given.base, where('base'));
  const base = Object.fromEntries(record(baseContent, where('base')));
  const configurations = named(given.configurations, where('configurations'), (value, place, name) =>
    readConfiguration(value, place, name, base, treebankNames),
  );
  const ensembles =
    given.ensembles === undefined
      ? []
      : named(given.ensembles, where('ensembles'), (value, place, name) =>
          readEnsembles(value, place, name, treebanks, configurations),
        ).flat();
  const names = {
    treebanks: treebankNames,
    tested: treebanks.filter(({ test }) => test !== undefined).map(({ name }) => name),
    configurations: configurations.map(({ name }) => name),
  };
  return {
    name: basename(path).replace(/\.json$/, ''),
    folder: dirname(resolve(path)),
    title: given.title === undefined ? basename(path) : text(given.title, where('title')),
    treebanks,
    configurations,
    ensembles,
    report: readReportPlan(given.report, where('report'), names),
  };
}

async function readJson(path: string): Promise<unknown> {
  const content = new TextDecoder().decode(await readWhole(path));
  try {
    return JSON.parse(content);
  } catch {
    throw new GridError(`${path} is not JSON.`);
  }
}

/** The entries of a non-empty object. */
function named<Item>(
  value: unknown,
  where: string,
  read: (value: unknown, where: string, name: string) => Item,
): Item[] {
  const entries = record(value, where);
  if (entries.length === 0) throw new GridError(`${where} is empty.`);
  return entries.map(([name, item]) => read(item, `${where}, ${quoted(name)}`, name));
}

function readTreebank(value: unknown, where: string, name: string, seeds: readonly number[]): GridTreebank {
  const given = fields(value, where, ['train', 'dev', 'test', 'vectors', 'seeds']);
  return {
    name,
    train: text(given.train, `${where}, "train"`),
    dev: text(given.dev, `${where}, "dev"`),
    test: optionalText(given.test, `${where}, "test"`),
    vectors: optionalText(given.vectors, `${where}, "vectors"`),
    seeds: given.seeds === undefined ? seeds : wholeNumbers(given.seeds, `${where}, "seeds"`, 0),
  };
}

function optionalText(value: unknown, where: string): string | undefined {
  return value === undefined ? undefined : text(value, where);
}

function readConfiguration(
  value: unknown,
  where: string,
  name: string,
  base: object,
  treebanks: readonly string[],
): GridConfiguration {
  const given = fields(value, where, ['settings', 'vectors', 'treebanks']);
  const overrides = given.settings === undefined ? [] : record(given.settings, `${where}, "settings"`);
  if (overrides.some(([setting]) => setting === 'seed')) {
    throw new GridError(`${where} sets "seed", which comes from "seeds".`);
  }
  return {
    name,
    settings: settingsOf(base, Object.fromEntries(overrides), where),
    vectors: given.vectors === undefined ? true : flagField(given.vectors, `${where}, "vectors"`),
    treebanks: treebanksOf(given.treebanks, where, treebanks),
  };
}

function settingsOf(base: object, overrides: object, where: string): ParserSettings {
  try {
    const [below, above] = [base, overrides].map((given) => flattened(parserSettings, given));
    return readParserSettings({ ...below, ...above });
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new GridError(`${where}: ${error.message}`);
  }
}

/** The ensembles on each of their treebanks. */
function readEnsembles(
  value: unknown,
  where: string,
  name: string,
  treebanks: readonly GridTreebank[],
  configurations: readonly GridConfiguration[],
): Ensembles[] {
  const given = fields(value, where, ['treebanks', 'configurations', 'sizes']);
  const on = treebanksOf(
    given.treebanks,
    where,
    treebanks.map((treebank) => treebank.name),
  );
  const sizes = wholeNumbers(given.sizes, `${where}, "sizes"`, 1);
  return on.map((treebank) => {
    const trained = configurations.filter((one) => one.treebanks.includes(treebank)).map((one) => one.name);
    const most = treebanks.find((one) => one.name === treebank)?.seeds.length ?? 0;
    const tooLarge = sizes.find((size) => size > most);
    if (tooLarge !== undefined) {
      throw new GridError(
        `${where} needs ${tooLarge} parsers of each kind, but ${quoted(treebank)} has ${most} seeds.`,
      );
    }
    const read = (item: unknown, place: string) => choiceField(item, place, trained);
    const kinds = list(given.configurations, `${where}, "configurations"`, read);
    return { name, treebank, configurations: kinds, sizes };
  });
}

/** Reads "treebanks", some of the names; the default is all. */
function treebanksOf(value: unknown, where: string, names: readonly string[]): readonly string[] {
  if (value === undefined) return names;
  return list(value, `${where}, "treebanks"`, (item, place) => choiceField(item, place, names));
}
