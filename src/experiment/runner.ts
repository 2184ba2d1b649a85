// The interface of runners, and the runner on this machine.
import type { Cell } from './cell.js';
import { runCell } from './cellTraining.js';
import type { CellProgress } from './progress.js';
import type { CellResult } from './result.js';

/** Callbacks of a runner. */
export interface Monitor {
  onStart(cell: Cell): void;
  onProgress(cell: Cell, progress: CellProgress): void;
  onDone(cell: Cell, result: CellResult): Promise<void>;
  onFailure(cell: Cell, message: string): void;
}

/** Runs each cell once; ends when all are done or failed, or soon after the signal. */
export type Runner = (cells: readonly Cell[], monitor: Monitor, signal: AbortSignal) => Promise<void>;

export interface PoolOptions {
  /** The number of cells to run in parallel. */
  readonly workers: number;
  /** As in CellOptions. */
  readonly work: string;
  readonly lease: number;
}

/** Runs cells on this machine in parallel, each in a separate process. */
export function pool({ workers, ...options }: PoolOptions): Runner {
  return async (cells, monitor, signal) => {
    const waiting = [...cells];
    const worker = async () => {
      for (let cell = waiting.shift(); cell !== undefined && !signal.aborted; cell = waiting.shift()) {
        await runOne(cell, { ...options, signal }, monitor);
      }
    };
    await Promise.all(Array.from({ length: workers }, worker));
  };
}

async function runOne(
  cell: Cell,
  options: { work: string; lease: number; signal: AbortSignal },
  monitor: Monitor,
): Promise<void> {
  monitor.onStart(cell);
  try {
    const onProgress = (progress: CellProgress) => monitor.onProgress(cell, progress);
    await monitor.onDone(cell, await runCell(cell, { ...options, onProgress }));
  } catch (error) {
    if (!options.signal.aborted) monitor.onFailure(cell, messageOf(error));
  }
}

/** The message of an error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
