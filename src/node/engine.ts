// The engine as Node runs it: the fastest provider that loads, or the one that ARCWISE_BLAS names.
import { setFlagsFromString } from 'node:v8';
import { createEngine, type Engine, type EngineOptions, hasRelaxedSimd } from '../engine/engine.js';
import { type GemmProvider, wasmGemm } from '../engine/gemm.js';
import { libraryNames, openBlasGemm } from './openblas.js';

export interface Choice {
  readonly provider: GemmProvider;
  /** The library file of the provider, if it has one. */
  readonly library?: string;
  /** Why this provider, as a sentence. */
  readonly reason: string;
}

/** Chooses the GEMM provider; `wish` is what ARCWISE_BLAS says: wasm, openblas, a library file, or nothing. */
export function chooseProvider(wish = process.env.ARCWISE_BLAS ?? ''): Choice {
  if (wish === 'wasm') return { provider: wasmGemm, reason: 'ARCWISE_BLAS asks for it.' };
  const names = wish === '' || wish === 'openblas' ? libraryNames(process.platform) : [wish];
  const failures: string[] = [];
  for (const library of names) {
    try {
      const reason = wish === '' ? 'It is the fastest that loads.' : 'ARCWISE_BLAS asks for it.';
      return { provider: openBlasGemm(library), library, reason };
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  const why = [...new Set(failures)].join('; ');
  if (wish === '') return { provider: wasmGemm, reason: `No BLAS library could be loaded (${why}).` };
  throw new Error(
    `ARCWISE_BLAS is "${wish}", but it must be "wasm", "openblas" or a BLAS library file that loads (${why}).`,
  );
}

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
