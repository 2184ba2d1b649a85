// Chooses the GEMM provider: the one that ARCWISE_BLAS names, or the one measured to be the fastest on this machine.
import { createEngine } from '../engine/engine.js';
import { type GemmProvider, wasmGemm } from '../engine/gemm.js';
import type { WeightProducts } from '../engine/weightProducts.js';
import { type BlasProvider, libraryNames, openBlasGemm } from './openblas.js';

export interface ProviderChoice {
  readonly provider: GemmProvider;
  /** The value of ARCWISE_BLAS for this choice, passed to other threads so that all choose the same. */
  readonly name: string;
  /** The library file of the provider, if it has one, and the processor that the library detected. */
  readonly library?: string;
  readonly core?: string;
  /** Why this provider, as a sentence. */
  readonly reason: string;
  /** The measured speeds, fastest first; empty if there was no choice. */
  readonly speeds: readonly Speed[];
  /** Set if models must multiply by 8-bit weights in this way, because the user asked for a library. */
  readonly weights?: WeightProducts;
}

export interface Speed {
  readonly name: string;
  /** 10⁹ operations per second, one thread. */
  readonly gflops: number;
}

/** An available provider. */
export interface Candidate {
  /** As in ProviderChoice. */
  readonly name: string;
  readonly provider: BlasProvider;
}

/** The kernels must beat a library by this factor; otherwise noise would decide the choice and the exact results. */
const MARGIN = 1.1;

/** [rows, columns, inner]: the input projection of an LSTM over a batch, and the gradient of its weights. */
const shapes = [
  { transposeA: false, m: 125, n: 512, k: 256 },
  { transposeA: true, m: 256, n: 512, k: 125 },
] as const;
/** The first rounds warm the caches and let the kernels be optimized. */
const ROUNDS = 6;

const chosen = new Map<string, ProviderChoice>();

/** What the user wishes: wasm, openblas, a library file, or, if empty, the fastest. The option overrides ARCWISE_BLAS. */
export function wishOf(option: string | undefined): string {
  return option ?? process.env.ARCWISE_BLAS ?? '';
}

/** Chooses the provider once per process. */
export function chooseProvider(blas?: string): ProviderChoice {
  const wish = wishOf(blas);
  let choice = chosen.get(wish);
  if (!choice) {
    choice = choose(wish);
    chosen.set(wish, choice);
  }
  return choice;
}

function choose(wish: string): ProviderChoice {
  if (wish === 'wasm') {
    return { provider: wasmGemm, name: 'wasm', reason: 'ARCWISE_BLAS asks for it.', speeds: [] };
  }
  const { candidates, failures } = loadLibraries(wish === '' || wish === 'openblas' ? undefined : wish);
  if (wish === '') return fastest(candidates, failures);
  const [candidate] = candidates;
  if (candidate) return { ...choiceOf(candidate, 'ARCWISE_BLAS asks for it.', []), weights: 'floats' };
  throw new Error(
    `ARCWISE_BLAS, or the option blas, is "${wish}", but it must be "wasm", "openblas" or a BLAS library file that loads (${failures}).`,
  );
}

/** Loads one BLAS library of each kind, or the named file; also returns why others failed. */
export function loadLibraries(file?: string): { candidates: Candidate[]; failures: string } {
  const failures = new Set<string>();
  const candidates = (file === undefined ? libraryNames(process.platform) : [[file]]).flatMap((names) => {
    for (const name of names) {
      try {
        return [{ name, provider: openBlasGemm(name) }];
      } catch (error) {
        failures.add(error instanceof Error ? error.message : String(error));
      }
    }
    return [];
  });
  return { candidates, failures: [...failures].join('; ') };
}

/** The fastest of the given libraries and the built-in kernels. */
export function fastest(libraries: readonly Candidate[], failures = 'none was tried'): ProviderChoice {
  const kernels: Candidate = { name: 'wasm', provider: wasmGemm };
  if (libraries.length === 0) {
    return {
      provider: wasmGemm,
      name: 'wasm',
      reason: `No BLAS library could be loaded (${failures}).`,
      speeds: [],
    };
  }
  const measured = [...libraries, kernels].map((candidate) => ({
    candidate,
    speed: { name: candidate.name, gflops: gflopsOf(candidate.provider) },
  }));
  // The kernels come last, and must be faster by more than noise.
  const best = measured.reduce((one, other) =>
    other.speed.gflops > one.speed.gflops * (other.candidate === kernels ? MARGIN : 1) ? other : one,
  );
  const speeds = measured.map(({ speed }) => speed).sort((a, b) => b.gflops - a.gflops);
  return choiceOf(best.candidate, 'It was the fastest when they were measured.', speeds);
}

function choiceOf({ name, provider }: Candidate, reason: string, speeds: readonly Speed[]): ProviderChoice {
  if (provider === wasmGemm) return { provider, name, reason, speeds };
  return { provider, name, library: name, core: provider.core, reason, speeds };
}

/** The speed of a provider, from the best of a few rounds; takes some milliseconds in total. */
function gflopsOf(provider: GemmProvider): number {
  const { arena, gemm } = createEngine({ provider });
  const [a, b, c] = [arena.scratch([256, 256]), arena.scratch([256, 512]), arena.scratch([256, 512])];
  for (const tensor of [a, b]) tensor.fill(0.5);
  let [operations, seconds] = [0, 0];
  for (const { transposeA, m, n, k } of shapes) {
    let least = Infinity;
    for (let round = 0; round < ROUNDS; round++) {
      const start = performance.now();
      gemm(transposeA, false, m, n, k, 1, a.pointer, transposeA ? m : k, b.pointer, n, 0, c.pointer, n);
      least = Math.min(least, (performance.now() - start) / 1000);
    }
    operations += 2 * m * n * k;
    seconds += least;
  }
  return operations / seconds / 1e9;
}
