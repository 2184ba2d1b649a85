// The result of a cell or of an ensemble as a file: its scores, the counts behind them, and the log of its training.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Punctuation, Tally, TreeScores } from '../evaluate/scores.js';
import { readWhole, writeWhole } from '../files/files.js';
import { makeFolder } from '../files/folder.js';
import { reasonOf } from '../files/input.js';
import { fits, type JsonSchema } from '../learner/jsonSchema.js';
import { SettingsError } from '../learner/settings.js';
import { type ParserSettings, readParserSettings } from '../parser/parserSettings.js';
import type { EpochRecord } from '../train/loop.js';
import type { FileHashes } from './cell.js';

/** Per sentence: the words that count, those with the right head, and those with the right head and label. */
export interface SentenceCounts {
  readonly words: readonly number[];
  readonly heads: readonly number[];
  readonly arcs: readonly number[];
}

/** The parts of a treebank that are scored. */
export const splits = ['dev', 'test'] as const;
export type Split = (typeof splits)[number];

export interface Evaluation {
  readonly scores: Readonly<Record<Punctuation, Pick<TreeScores, 'uas' | 'las' | 'uem' | 'lem'>>>;
  readonly counts: Readonly<Record<Punctuation, SentenceCounts>>;
}

/** Scores on dev and, if the grid names a test file, on test. */
export interface Evaluations extends Evaluation {
  /** `hash` is that of the file's content. */
  readonly test?: Evaluation & { readonly hash: string };
}

export interface CellResult extends Evaluations {
  readonly kind: 'cell';
  readonly id: string;
  readonly treebank: string;
  /** Including the seed. */
  readonly settings: ParserSettings;
  /** Hashes of the files' contents. */
  readonly data: FileHashes;
  /** The best epoch, to which the scores belong. */
  readonly epoch: number;
  /** Words per second, the median over epochs. */
  readonly speed: { readonly training: number; readonly parsing: number };
  readonly log: readonly EpochRecord[];
}

export interface EnsembleResult extends Evaluations {
  readonly kind: 'ensemble';
  readonly id: string;
  readonly treebank: string;
  /** The name of the ensembles in the grid, and the number of parsers per kind in this one. */
  readonly name: string;
  readonly size: number;
  /** The ids of its cells. */
  readonly members: readonly string[];
}

export type Result = CellResult | EnsembleResult;

/** The scores of a result on a split; undefined if it has none there. */
export function evaluationOn(result: Evaluations, split: Split): Evaluation | undefined {
  return split === 'dev' ? result : result.test;
}

/** The tallies of the counts, for the bootstrap; tags are not counted. */
export function talliesIn({ words, heads, arcs }: SentenceCounts): Tally[] {
  return words.map((count, at) => ({
    sentences: count > 0 ? 1 : 0,
    words: count,
    heads: heads[at],
    arcs: arcs[at],
    upos: 0,
    xpos: 0,
    exactHeads: count > 0 && heads[at] === count ? 1 : 0,
    exactArcs: count > 0 && arcs[at] === count ? 1 : 0,
  }));
}

/** Writes a result atomically. */
export async function writeResult(folder: string, result: Result): Promise<void> {
  await makeFolder(folder);
  // One line per field and epoch, for readable diffs.
  const lines = Object.entries(result).map(([name, value]) => {
    const text = name === 'log' ? linesOf(value) : JSON.stringify(value);
    return `  ${JSON.stringify(name)}: ${text}`;
  });
  await writeWhole(join(folder, `${result.id}.json`), `{\n${lines.join(',\n')}\n}\n`);
}

function linesOf(log: unknown): string {
  const records = (log as unknown[]).map((record) => `    ${JSON.stringify(record)}`);
  return `[\n${records.join(',\n')}\n  ]`;
}

/** The results in a folder, sorted by id; none if the folder does not exist. */
export async function readResults(folder: string): Promise<Result[]> {
  const names = await readdir(folder).catch((error) => {
    if (error.code === 'ENOENT') return [];
    // Results that cannot be read must not be trained again as if they were missing.
    throw new Error(`The folder ${folder} cannot be read: ${reasonOf(error)}.`);
  });
  const files = names.filter((name) => name.endsWith('.json')).sort();
  return Promise.all(files.map((name) => readResult(join(folder, name))));
}

/** Copies results with these ids from the folders next to this one, those of other grids; returns their ids. */
export async function copyResults(folder: string, ids: readonly string[]): Promise<string[]> {
  const [around, own] = [dirname(folder), basename(folder)];
  const entries = await readdir(around, { withFileTypes: true }).catch(() => []);
  const others = entries.filter((entry) => entry.isDirectory() && entry.name !== own).map(({ name }) => name);
  const copied: string[] = [];
  for (const id of ids) {
    const name = others.find((other) => existsSync(join(around, other, `${id}.json`)));
    if (name === undefined) continue;
    await makeFolder(folder);
    await writeWhole(join(folder, `${id}.json`), await readWhole(join(around, name, `${id}.json`)));
    copied.push(id);
  }
  return copied;
}

async function readResult(path: string): Promise<Result> {
  return resultOf(new TextDecoder().decode(await readWhole(path)), path);
}

/** A malformed result file. */
export class ResultError extends Error {
  override readonly name = 'ResultError';
}

/** A result from the text of its file. */
export function resultOf(text: string, path: string): Result {
  const result = parsed(text);
  if (isEnsemble(result)) return result;
  const settings = isCell(result) ? settingsIn(result) : undefined;
  if (settings) return { ...(result as CellResult), settings };
  throw new ResultError(`${path} is not the result of a cell: delete it and run the grid again.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const punctuations = ['with', 'without'] as const;

const string = { type: 'string' } as const;
const number = { type: 'number' } as const;
const numbers = { type: 'array', items: number } as const;

/** An object that has all of these properties, and may have others. */
function objectOf<const P extends Record<string, JsonSchema>>(properties: P) {
  return { type: 'object', properties, required: Object.keys(properties) } as const;
}

function bothWays<const S extends JsonSchema>(schema: S) {
  return objectOf({ with: schema, without: schema });
}

const evaluationSchema = {
  scores: bothWays(objectOf({ uas: number, las: number, uem: number, lem: number })),
  counts: bothWays(objectOf({ words: numbers, heads: numbers, arcs: numbers })),
};
const testSchema = objectOf({ ...evaluationSchema, hash: string });
const resultSchema = { ...evaluationSchema, id: string, treebank: string };
const cellSchema = objectOf({
  ...resultSchema,
  kind: { enum: ['cell'] },
  data: objectOf({ train: string, dev: string }),
  epoch: number,
  speed: objectOf({ training: number, parsing: number }),
  log: { type: 'array', items: { type: 'object', additionalProperties: number } },
});
const ensembleSchema = objectOf({
  ...resultSchema,
  kind: { enum: ['ensemble'] },
  name: string,
  size: number,
  members: { type: 'array', items: string },
});

/** Whether it is a cell's result, apart from the settings. */
function isCell(value: unknown): value is CellResult {
  if (!fits(cellSchema, value) || !areEvaluations(value as unknown as Evaluations)) return false;
  const { data } = value as unknown as CellResult;
  return data.vectors === null || typeof data.vectors === 'string';
}

function isEnsemble(value: unknown): value is EnsembleResult {
  return fits(ensembleSchema, value) && areEvaluations(value as unknown as Evaluations);
}

function areEvaluations(result: Evaluations): boolean {
  const { test } = result;
  return areCounted(result) && (test === undefined || (fits(testSchema, test) && areCounted(test)));
}

/** Whether the lists of counts have the same length. */
function areCounted({ counts }: Evaluation): boolean {
  return punctuations.every((punctuation) => {
    const { words, heads, arcs } = counts[punctuation];
    return heads.length === words.length && arcs.length === words.length;
  });
}

/** The settings of a result; settings that were added later have their default. */
function settingsIn({ settings }: CellResult): ParserSettings | undefined {
  try {
    return readParserSettings(settings);
  } catch (error) {
    if (error instanceof SettingsError) return undefined;
    throw error;
  }
}
