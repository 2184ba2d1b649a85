// Creates the engine in Node, with the chosen provider of matrix products.
import { setFlagsFromString } from 'node:v8';
import { createEngine, type Engine, type EngineOptions, hasRelaxedSimd } from '../engine/engine.js';
import { chooseProvider } from './provider.js';

/**
 * Node 20 has relaxed SIMD, which makes products a third faster, behind a flag; later versions enable it by default.
 * The flag affects the whole process, so only programs set it (the command line and the benchmarks), not the library.
 */
export function enableRelaxedSimd(): void {
  if (!hasRelaxedSimd()) setFlagsFromString('--experimental-wasm-relaxed-simd');
}

export interface NodeEngineOptions extends EngineOptions {
  /** Overrides ARCWISE_BLAS. */
  blas?: string;
}

export function createNodeEngine({ blas, ...options }: NodeEngineOptions = {}): Engine {
  if (options.provider) return createEngine(options);
  const { provider, weights } = chooseProvider(blas);
  return createEngine({ weights, ...options, provider });
}
