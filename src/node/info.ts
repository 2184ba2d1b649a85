// What the engine runs on here, and why: for reports of speed and of trouble.
import { availableParallelism } from 'node:os';
import { chooseProvider, createNodeEngine } from './engine.js';

export interface EngineInfo {
  /** Who multiplies matrices. */
  readonly provider: string;
  readonly library: string | null;
  readonly reason: string;
  readonly relaxedSimd: boolean;
  readonly sharedMemory: boolean;
  /** Threads that can run at once. */
  readonly threads: number;
  readonly node: string;
  readonly platform: string;
}

export function describeEngine(): EngineInfo {
  const { provider, library, reason } = chooseProvider();
  const { relaxed } = createNodeEngine({ provider });
  return {
    provider: provider.name,
    library: library ?? null,
    reason,
    relaxedSimd: relaxed,
    sharedMemory: typeof SharedArrayBuffer !== 'undefined',
    threads: availableParallelism(),
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
  };
}
