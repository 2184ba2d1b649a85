// The progress of a grid: what is done, running and failed, and the estimated time left.
import { type Cell, cellName } from './cell.js';

/** The progress of a cell's training. */
export interface CellProgress {
  readonly epoch: number;
  /** The epoch of the checkpoint from which it resumed, or 0. */
  readonly from: number;
  /** The dev UAS of that epoch, punctuation included. */
  readonly uas: number;
}

interface CellState {
  readonly name: string;
  readonly epochs: number;
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** The last finished epoch, of this run or an earlier one. */
  epoch: number;
  from: number;
  uas?: number;
}

/** The most running cells to list. */
const mostListed = 20;

export class GridProgress {
  readonly #cells: Map<string, CellState>;
  readonly #before: number;
  readonly #start: number;

  /** Takes the cells to do, the number of cells done before, and the time in milliseconds. */
  constructor(cells: readonly Cell[], before: number, now: number) {
    this.#before = before;
    this.#start = now;
    this.#cells = new Map(
      cells.map((cell): [string, CellState] => [
        cell.id,
        { name: cellName(cell), epochs: cell.settings.epochs, state: 'waiting', epoch: 0, from: 0 },
      ]),
    );
  }

  started({ id }: Cell): void {
    this.#cell(id).state = 'running';
  }

  progressed({ id }: Cell, { epoch, from, uas }: CellProgress): void {
    Object.assign(this.#cell(id), { state: 'running', epoch, from, uas });
  }

  done({ id }: Cell): void {
    const cell = this.#cell(id);
    // Its last epochs may not have been reported.
    Object.assign(cell, { state: 'done', epoch: cell.epochs });
  }

  failed({ id }: Cell): void {
    this.#cell(id).state = 'failed';
  }

  count(state: CellState['state']): number {
    return this.#in(state).length;
  }

  /** The number of cells done, in this run or before, of all. */
  get share(): string {
    return `${this.#before + this.count('done')} of ${this.#before + this.#cells.size}`;
  }

  /** The estimated seconds left at the present rate; undefined as long as it is unknown. */
  secondsLeft(now: number): number | undefined {
    const cells = [...this.#cells.values()];
    const trained = cells.reduce((sum, { epoch, from }) => sum + epoch - from, 0);
    if (trained === 0) return undefined;
    const left = cells
      .filter(({ state }) => state === 'waiting' || state === 'running')
      .reduce((sum, { epochs, epoch }) => sum + epochs - epoch, 0);
    return ((now - this.#start) / 1000 / trained) * left;
  }

  /** A table for a terminal. */
  lines(now: number): string[] {
    const seconds = this.secondsLeft(now);
    const running = this.#in('running');
    const width = Math.max(0, ...running.map(({ name }) => name.length));
    const listed = running.slice(0, mostListed).map(({ name, epoch, epochs, uas }) => {
      const score = uas === undefined ? '' : `  dev UAS ${uas.toFixed(2)}`;
      return `  ${name.padEnd(width)}  epoch ${epoch}/${epochs}${score}`;
    });
    const failed = this.#in('failed').map(({ name }) => `  ${name}  failed`);
    const counts = `${this.share} done, ${running.length} running, ${failed.length} failed`;
    return [
      `${counts}${seconds === undefined ? '' : `, about ${duration(seconds)} left`}`,
      ...listed,
      ...(running.length > listed.length ? [`  … and ${running.length - listed.length} more`] : []),
      ...failed,
    ];
  }

  #in(state: CellState['state']): CellState[] {
    return [...this.#cells.values()].filter((cell) => cell.state === state);
  }

  #cell(id: string): CellState {
    const cell = this.#cells.get(id);
    if (!cell) throw new Error(`There is no cell ${id}.`);
    return cell;
  }
}

/** A duration for people: 40 s, 12 min, 3 h 5 min. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
