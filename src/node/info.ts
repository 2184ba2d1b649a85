// Describes what the engine runs on here, and why, for benchmarks and bug reports.
import { availableParallelism } from 'node:os';
import { type WeightProducts, type WeightSpeed, weightSpeeds } from '../engine/weightProducts.js';
import { createNodeEngine } from './nodeEngine.js';
import { processorName } from './processor.js';
import { chooseProvider, type Speed } from './provider.js';

export interface EngineInfo {
  /** The provider of matrix products. */
  readonly provider: string;
  readonly library: string | null;
  /** The processor that the library detected, if it says. */
  readonly core: string | null;
  readonly reason: string;
  /** The measured speeds, fastest first. */
  readonly speeds: readonly Speed[];
  /** How models multiply by 8-bit weights, and the measured speeds, fastest first. */
  readonly weights: WeightProducts;
  readonly weightSpeeds: readonly WeightSpeed[];
  readonly relaxedSimd: boolean;
  readonly sharedMemory: boolean;
  /** Threads that can run at once. */
  readonly threads: number;
  readonly processor: string;
  readonly node: string;
  readonly platform: string;
}

export function describeEngine(): EngineInfo {
  const { provider, library, core, reason, speeds } = chooseProvider();
  const engine = createNodeEngine();
  return {
    provider: provider.name,
    library: library ?? null,
    core: core ?? null,
    reason,
    speeds,
    weights: engine.weights,
    weightSpeeds: weightSpeeds(engine),
    relaxedSimd: engine.relaxed,
    sharedMemory: typeof SharedArrayBuffer !== 'undefined',
    threads: availableParallelism(),
    processor: processorName(),
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
  };
}
