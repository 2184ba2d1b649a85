// Matrix products by an installed BLAS library (OpenBLAS, MKL, BLIS or Accelerate), in place in the engine's memory.
import { createRequire } from 'node:module';
import { type Gemm, type GemmProvider, wasmGemm } from '../engine/gemm.js';
import { processorVectors, type Vectors } from './processor.js';

/** cblas_sgemm with addresses as numbers: C sees them as pointers, and numbers are the cheapest to pass. */
type Sgemm = (
  order: number,
  transposeA: number,
  transposeB: number,
  m: number,
  n: number,
  k: number,
  alpha: number,
  a: number,
  lda: number,
  b: number,
  ldb: number,
  beta: number,
  c: number,
  ldc: number,
) => void;

const PROTOTYPE =
  'void cblas_sgemm(int, int, int, int, int, int, float, int64_t, int, int64_t, int, float, int64_t, int)';
const ROW_MAJOR = 101;
const PLAIN = 111;
const TRANSPOSED = 112;

/** Below this many rows the kernels are faster than the library: measured on x86-64 with OpenBLAS. */
const FEW_ROWS = 5;
const FEW_ROWS_PACKED = 12;

/** The default file names for each kind of library; the first that loads is used. */
export function libraryNames(platform: NodeJS.Platform): string[][] {
  if (platform === 'darwin') return [['/System/Library/Frameworks/Accelerate.framework/Accelerate']];
  if (platform === 'win32') return [['openblas.dll', 'libopenblas.dll'], ['mkl_rt.2.dll']];
  return [
    ['libopenblas.so.0', 'libopenblas.so'],
    ['libmkl_rt.so.2', 'libmkl_rt.so'],
    ['libblis.so.4', 'libblis.so'],
  ];
}

/** A library as koffi loads it. */
export interface BlasLibrary {
  func(prototype: string): (...given: unknown[]) => unknown;
  unload(): void;
}

export interface BlasProvider extends GemmProvider {
  /** The processor that OpenBLAS detected; other libraries do not say. */
  readonly core?: string;
}

/** The provider for a library file; throws an Error with the reason if it cannot be loaded. */
export function openBlasGemm(file: string): BlasProvider {
  const koffi = loadKoffi();
  const { library, core } = loadBlas(() => koffi.load(file) as unknown as BlasLibrary);
  const sgemm = library.func(PROTOTYPE) as Sgemm;
  useOneThread(library);
  return {
    name: 'openblas',
    core,
    bind(memory, kernels, arena) {
      const wasm = wasmGemm.bind(memory, kernels, arena);
      let probe = new Uint8Array(0);
      let base = 0;
      /** The address of the memory, looked up again when it has grown, which detaches the view. */
      const baseAddress = () => {
        if (probe.length === 0) {
          probe = new Uint8Array(memory.buffer, 0, 1);
          base = Number(koffi.address(probe));
        }
        return base;
      };
      const gemm: Gemm = (transposeA, transposeB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc) => {
        if (m < FEW_ROWS || alpha === 0 || k === 0) {
          wasm.gemm(transposeA, transposeB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
          return;
        }
        const start = baseAddress();
        const left = transposeA ? TRANSPOSED : PLAIN;
        const right = transposeB ? TRANSPOSED : PLAIN;
        sgemm(ROW_MAJOR, left, right, m, n, k, alpha, start + a, lda, start + b, ldb, beta, start + c, ldc);
      };
      return {
        gemm,
        pack: wasm.pack,
        gemmPacked(transposeA, m, alpha, a, lda, b, beta, c, ldc) {
          if (m < FEW_ROWS_PACKED) wasm.gemmPacked(transposeA, m, alpha, a, lda, b, beta, c, ldc);
          else gemm(transposeA, b.transpose, m, b.n, b.k, alpha, a, lda, b.matrix, b.stride, beta, c, ldc);
        },
      };
    },
  };
}

/** OpenBLAS cores by the vector instructions that their kernels use. */
const cores: Record<'avx512' | 'avx2', readonly string[]> = {
  avx512: ['skylakex', 'cooperlake', 'sapphirerapids'],
  avx2: ['haswell', 'zen', 'excavator'],
};
/** The core to request. */
const bestCore = { avx512: 'SkylakeX', avx2: 'Haswell' } as const;

/**
 * Loads a library. An OpenBLAS that is older than the processor does not recognize it and falls back to kernels for
 * twenty-year-old processors; it is then loaded again with the best core that it has kernels for.
 */
export function loadBlas(
  load: () => BlasLibrary,
  vectors: Vectors = processorVectors(),
  environment: NodeJS.ProcessEnv = process.env,
): { library: BlasLibrary; core?: string } {
  const library = load();
  const core = coreOf(library);
  const wanted = core === undefined ? undefined : betterCore(core, vectors);
  // Respect the user's choice of a core.
  if (wanted === undefined || environment.OPENBLAS_CORETYPE) return { library, core };
  library.unload();
  environment.OPENBLAS_CORETYPE = wanted;
  const again = load();
  return { library: again, core: coreOf(again) };
}

function coreOf(library: BlasLibrary): string | undefined {
  try {
    return String(library.func('const char *openblas_get_corename()')());
  } catch {
    // Not OpenBLAS.
    return undefined;
  }
}

/** The best core for the processor, if it is better than the one that OpenBLAS uses. */
function betterCore(core: string, vectors: Vectors): string | undefined {
  if (vectors !== 'avx512' && vectors !== 'avx2') return undefined;
  const enough = vectors === 'avx512' ? cores.avx512 : [...cores.avx512, ...cores.avx2];
  return enough.includes(core.toLowerCase()) ? undefined : bestCore[vectors];
}

/** Training already has one thread per core. */
function useOneThread(library: BlasLibrary): void {
  const setters = [
    'void openblas_set_num_threads(int)',
    'void MKL_Set_Num_Threads(int)',
    'void bli_thread_set_num_threads(int64_t)',
  ];
  for (const setter of setters) {
    try {
      library.func(setter)(1);
      return;
    } catch {
      // A different library: try the next setter. Accelerate needs none.
    }
  }
}

type Koffi = typeof import('koffi');

/** An optional dependency: without it the kernels do all the work. */
function loadKoffi(): Koffi {
  try {
    // Turbopack would follow the import to a native addon, which it cannot bundle.
    return createRequire(import.meta.url)(/* turbopackIgnore: true */ 'koffi') as Koffi;
  } catch {
    throw new Error('the optional package koffi is not installed');
  }
}
