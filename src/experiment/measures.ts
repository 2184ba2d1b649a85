// The measurements of a grid's configurations: results looked up by their inputs.
import type { Tally } from '../evaluate/scores.js';
import { changedValues } from '../learner/settings.js';
import { type ParserSettings, parserSettings } from '../parser/parserSettings.js';
import { cellSettings } from './cell.js';
import type { Grid, GridConfiguration, GridTreebank } from './grid.js';
import type { Measure } from './reportPlan.js';
import {
  type CellResult,
  type Evaluation,
  evaluationOn,
  type Result,
  type Split,
  talliesIn,
} from './result.js';
import { type Summary, summaryOf } from './statistics.js';

/** Results by the names in a grid; does not need the treebanks. */
export class Measures {
  readonly #grid: Grid;
  readonly #cells: Map<string, CellResult>;

  constructor(grid: Grid, results: readonly Result[]) {
    this.#grid = grid;
    this.#cells = new Map();
    for (const result of results) {
      if (result.kind !== 'cell') continue;
      const key = keyOf(result.treebank, result.settings, result.data.vectors !== null);
      const other = this.#cells.get(key);
      if (other) {
        throw new Error(
          `The results ${other.id} and ${result.id} are both for ${result.treebank} with the same settings: delete the one with the older data.`,
        );
      }
      this.#cells.set(key, result);
    }
  }

  /** The results of a configuration on a treebank, in the order of seeds; undefined for those that are missing. */
  results(configuration: string, treebank: string): (CellResult | undefined)[] {
    const { configurations, treebanks } = this.#grid;
    const how = configurations.find(({ name }) => name === configuration);
    const what = treebanks.find(({ name }) => name === treebank);
    if (!how || !what || !how.treebanks.includes(treebank)) return [];
    return what.seeds.map((seed) => this.#cells.get(keyOfCell(how, what, seed)));
  }

  /** The mean over the finished seeds. */
  summary(configuration: string, treebank: string, measure: Measure): Summary | undefined {
    const { metric, punctuation, split } = measure;
    return summaryOf(
      this.results(configuration, treebank).flatMap((result) => {
        if (!result) return [];
        if (metric === 'speed') return [result.speed.parsing];
        const found = evaluationOn(result, split);
        return found ? [found.scores[punctuation][metric]] : [];
      }),
    );
  }

  /** Cells of a configuration on a treebank that have no scores on the split yet. */
  missing(configuration: string, treebank: string, split: Split): number {
    return this.results(configuration, treebank).filter((result) => !result || !evaluationOn(result, split))
      .length;
  }

  /**
   * For a paired bootstrap: the tallies of two configurations per sentence, summed over the seeds that both have, so that
   * their scores are means over seeds. Undefined if they have no seed in common.
   */
  pairedTallies(
    first: string,
    second: string,
    treebank: string,
    { punctuation, split }: Omit<Measure, 'metric'>,
  ): [Tally[], Tally[]] | undefined {
    const evaluations = (configuration: string) =>
      this.results(configuration, treebank).map((result) => result && evaluationOn(result, split));
    const others = evaluations(second);
    const pairs = evaluations(first).flatMap((one, at) => {
      const other = others[at];
      return one && other ? [{ one, other }] : [];
    });
    if (pairs.length === 0) return undefined;
    const tallies = (runs: Evaluation[]) => summed(runs.map(({ counts }) => talliesIn(counts[punctuation])));
    return [tallies(pairs.map(({ one }) => one)), tallies(pairs.map(({ other }) => other))];
  }
}

function summed(runs: readonly Tally[][]): Tally[] {
  const [first, ...rest] = runs;
  return first.map((tally, sentence) => {
    const sum = { ...tally };
    for (const run of rest) {
      for (const name of Object.keys(sum) as (keyof Tally)[]) sum[name] += run[sentence][name];
    }
    return sum;
  });
}

function keyOfCell(configuration: GridConfiguration, treebank: GridTreebank, seed: number): string {
  const vectors = configuration.vectors && treebank.vectors !== undefined;
  return keyOf(treebank.name, cellSettings(configuration, seed), vectors);
}

function keyOf(treebank: string, settings: ParserSettings, vectors: boolean): string {
  return JSON.stringify([treebank, vectors, changedValues(parserSettings, settings)]);
}
