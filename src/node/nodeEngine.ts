// The engine as Node runs it.
import { setFlagsFromString } from 'node:v8';
import { createEngine, type Engine, type EngineOptions, hasRelaxedSimd } from '../engine/engine.js';
import { chooseProvider } from './provider.js';

/**
 * Node 20 has relaxed SIMD behind a flag, which makes products a third faster; later versions have it as it is. The
 * flag is the whole process's, so only programs set it, the command line and the benchmarks, not the library.
 */
export function enableRelaxedSimd(): void {
  if (!hasRelaxedSimd()) setFlagsFromString('--experimental-wasm-relaxed-simd');
}

export interface NodeEngineOptions extends EngineOptions {
  /** Instead of ARCWISE_BLAS. */
  blas?: string;
}

export function createNodeEngine({ blas, ...options }: NodeEngineOptions = {}): Engine {
  return createEngine({ ...options, provider: options.provider ?? chooseProvider(blas).provider });
}
