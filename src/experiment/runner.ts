// Where cells are done: what every runner does, and the one that does them on this machine.
import type { Cell } from './cell.js';
import type { CellProgress } from './progress.js';
import type { CellResult } from './result.js';
import { runCell } from './training.js';

/** What a runner tells while it runs. */
export interface Monitor {
  onStart(cell: Cell): void;
  onProgress(cell: Cell, progress: CellProgress): void;
  onDone(cell: Cell, result: CellResult): Promise<void>;
  onFailure(cell: Cell, message: string): void;
}

/** Does cells, each once; ends when all are done or failed, or soon after the signal. */
export type Runner = (cells: readonly Cell[], monitor: Monitor, signal: AbortSignal) => Promise<void>;

export interface PoolOptions {
  /** Cells at a time. */
  readonly workers: number;
  /** As CellOptions have them. */
  readonly work: string;
  readonly lease: number;
}

/** Runs cells on this machine, so many at a time, each in a process of its own. */
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

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
