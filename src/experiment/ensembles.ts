// Ensembles of a grid's parsers: n of each of some kinds, evaluated without further training.
import { existsSync } from 'node:fs';
import { hashOf } from '../files/hash.js';
import { type Cell, cellName } from './cell.js';
import { evaluateApart } from './cellTask.js';
import { modelPath } from './cellTraining.js';
import type { Grid } from './grid.js';
import type { EnsembleResult } from './result.js';

export interface GridEnsemble {
  readonly id: string;
  /** The name of its ensembles in the grid. */
  readonly name: string;
  /** The number of parsers per kind. */
  readonly size: number;
  readonly members: readonly Cell[];
}

/** All ensembles of a grid with these cells. */
export function ensemblesOf(grid: Grid, cells: readonly Cell[]): GridEnsemble[] {
  return grid.ensembles.flatMap(({ name, treebank, configurations, sizes }) => {
    const kinds = configurations.map((configuration) =>
      cells.filter((cell) => cell.treebank === treebank && cell.configuration === configuration),
    );
    return sizes.map((size) => {
      const members = kinds.flatMap((kind) => kind.slice(0, size));
      return { id: hashOf({ ensemble: members.map(({ id }) => id) }), name, size, members };
    });
  });
}

/** The name of an ensemble in messages. */
export function ensembleName({ name, members }: GridEnsemble): string {
  return `${members[0].treebank}, ensemble ${name} of ${members.length}`;
}

/** Evaluates the ensemble. */
export async function runEnsemble(
  { id, name, size, members }: GridEnsemble,
  work: string,
  signal: AbortSignal,
): Promise<EnsembleResult> {
  const missing = members.find((cell) => !existsSync(modelPath(work, cell.id)));
  if (missing) {
    throw new Error(
      `The model of ${cellName(missing)} is not in ${work}, where its worker should have put it.`,
    );
  }
  const [cell] = members;
  const ids = members.map((cell) => cell.id);
  const models = ids.map((member) => modelPath(work, member));
  const evaluations = await evaluateApart(models, cell, signal);
  return { kind: 'ensemble', id, treebank: cell.treebank, name, size, members: ids, ...evaluations };
}
