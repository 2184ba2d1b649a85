// The cells of a grid: each is a job from settings and data to scores and a log, identified by a hash of its inputs.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { hashFile, hashOf } from '../files/hash.js';
import { changedValues } from '../learner/settings.js';
import { type ParserSettings, parserSettings } from '../parser/parserSettings.js';
import type { Grid, GridConfiguration, GridTreebank } from './grid.js';

/** An input file of a cell. */
export interface DataFile {
  /** As written in the grid file. */
  readonly path: string;
  /** Where it was found. */
  readonly place: string;
  /** The hash of its content. */
  readonly hash: string;
}

/** Hashes of the contents of a cell's files. */
export interface FileHashes {
  readonly train: string;
  readonly dev: string;
  readonly vectors: string | null;
}

/** Plain data, so that it can be sent to another machine. */
export interface Cell {
  /** A hash of the settings and of the contents of the files, without the test file, which no model depends on. */
  readonly id: string;
  readonly treebank: string;
  readonly configuration: string;
  readonly seed: number;
  /** Including the seed. */
  readonly settings: ParserSettings;
  readonly train: DataFile;
  readonly dev: DataFile;
  readonly test?: DataFile;
  readonly vectors?: DataFile;
}

/** The name of a cell in messages. */
export function cellName({ treebank, configuration, seed }: Cell): string {
  return `${treebank}, ${configuration}, seed ${seed}`;
}

/** The cells of a grid, in the order of its file; a cell with several names is listed once per name. */
export async function cellsOf(grid: Grid): Promise<Cell[]> {
  const data = new DataFiles(grid.folder);
  const cells: Cell[] = [];
  for (const configuration of grid.configurations) {
    for (const treebank of grid.treebanks) {
      if (!configuration.treebanks.includes(treebank.name)) continue;
      const files = await filesOf(data, treebank, configuration);
      for (const seed of treebank.seeds) cells.push(cellOf(treebank, configuration, seed, files));
    }
  }
  return cells;
}

/** The settings of a configuration with a seed. */
export function cellSettings(configuration: GridConfiguration, seed: number): ParserSettings {
  return { ...configuration.settings, seed };
}

/** Resolves a path of a grid file, relative to ARCWISE_DATA or else to the grid's folder. */
export function dataPlace(path: string, folder: string): string {
  const data = process.env.ARCWISE_DATA;
  return resolve(data === undefined || data === '' ? folder : data, path);
}

type Files = Pick<Cell, 'train' | 'dev' | 'test' | 'vectors'>;

async function filesOf(
  data: DataFiles,
  treebank: GridTreebank,
  configuration: GridConfiguration,
): Promise<Files> {
  const vectors = configuration.vectors ? treebank.vectors : undefined;
  return {
    train: await data.find(treebank.train, treebank.name),
    dev: await data.find(treebank.dev, treebank.name),
    ...(treebank.test !== undefined && { test: await data.find(treebank.test, treebank.name) }),
    ...(vectors !== undefined && { vectors: await data.find(vectors, treebank.name) }),
  };
}

function cellOf(treebank: GridTreebank, configuration: GridConfiguration, seed: number, files: Files): Cell {
  const settings = cellSettings(configuration, seed);
  const hashes = { train: files.train.hash, dev: files.dev.hash, vectors: files.vectors?.hash ?? null };
  return {
    id: cellId(settings, hashes),
    treebank: treebank.name,
    configuration: configuration.name,
    seed,
    settings,
    ...files,
  };
}

/** The id of a cell with these settings and content hashes. */
export function cellId(settings: unknown, { train, dev, vectors }: FileHashes): string {
  return hashOf({ settings: changedValues(parserSettings, settings), files: [train, dev, vectors] });
}

/** Finds files and caches their hashes, because many cells share them. */
class DataFiles {
  readonly #folder: string;
  readonly #found = new Map<string, DataFile>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async find(path: string, treebank: string): Promise<DataFile> {
    const known = this.#found.get(path);
    if (known) return known;
    const place = dataPlace(path, this.#folder);
    if (!existsSync(place)) {
      throw new Error(
        `The treebank "${treebank}" needs ${place}, which does not exist: paths are relative to the folder ARCWISE_DATA, or else to that of the grid file.`,
      );
    }
    const file = { path, place, hash: await hashFile(place) };
    this.#found.set(path, file);
    return file;
  }
}
