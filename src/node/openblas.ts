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

type Transpose = (
  order: number,
  transpose: number,
  rows: number,
  columns: number,
  alpha: number,
  a: number,
  lda: number,
  b: number,
  ldb: number,
) => void;

const PROTOTYPE =
  'void cblas_sgemm(int, int, int, int, int, int, float, int64_t, int, int64_t, int, float, int64_t, int)';
const TRANSPOSE = 'void cblas_somatcopy(int, int, int, int, float, int64_t, int, int64_t, int)';
const ROW_MAJOR = 101;
const PLAIN = 111;
const TRANSPOSED = 112;

/** Below this many rows our kernels are faster than those that copy B first: measured on x86-64 with OpenBLAS. */
const FEW_ROWS = 5;
const FEW_ROWS_PACKED = 12;

/**
 * OpenBLAS has AVX-512 kernels for small products, which have at most this many multiplications and no transposed B. They
 * do not copy B, and are several times as fast as all others even for one row. So what would be a packed product is done
 * in small ones.
 */
const SMALL = 1_000_000;
/** They do this many rows at a time, and three as two and then one, which takes twice as long. */
const SMALL_ROWS = 4;

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
  const hasSmall = core !== undefined && hasSmallKernels(core, configurationOf(library));
  const transpose = hasSmall ? (library.func(TRANSPOSE) as Transpose) : undefined;
  /** The most rows of a small product; 0 if they are too few. */
  const smallRows = (n: number, k: number): number => {
    const rows = transpose ? Math.floor(SMALL / Math.max(n * k, 1)) : 0;
    return rows - (rows % SMALL_ROWS);
  };
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
        const isSmall = !transposeA && !transposeB && m <= smallRows(n, k);
        if ((m < FEW_ROWS && !isSmall) || alpha === 0 || k === 0) {
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
        pack(transposeB, n, k, b, ldb) {
          if (!transpose || smallRows(n, k) === 0) return wasm.pack(transposeB, n, k, b, ldb);
          const unpacked = { transpose: false, n, k, panels: 0, group: SMALL_ROWS };
          if (!transposeB) return { ...unpacked, matrix: b, stride: ldb };
          const matrix = arena.scratchBytes(4 * k * n);
          const start = baseAddress();
          transpose(ROW_MAJOR, TRANSPOSED, n, k, 1, start + b, ldb, start + matrix, n);
          return { ...unpacked, matrix, stride: n };
        },
        gemmPacked(transposeA, m, alpha, a, lda, b, beta, c, ldc) {
          const { transpose: transposeB, n, k, matrix, stride } = b;
          const rows = smallRows(n, k);
          if (rows === 0 && m < FEW_ROWS_PACKED) {
            wasm.gemmPacked(transposeA, m, alpha, a, lda, b, beta, c, ldc);
            return;
          }
          const atOnce = rows === 0 || transposeA ? m : rows;
          for (let row = 0; row < m; row += atOnce) {
            const [some, x, y] = [Math.min(atOnce, m - row), a + 4 * row * lda, c + 4 * row * ldc];
            gemm(transposeA, transposeB, some, n, k, alpha, x, lda, matrix, stride, beta, y, ldc);
          }
        },
      };
    },
  };
}

/** Whether this OpenBLAS has kernels for small products on this core: builds for all processors have them since 0.3.21. */
export function hasSmallKernels(core: string, configuration: string): boolean {
  const version = /OpenBLAS (\d+)\.(\d+)\.(\d+)/.exec(configuration)?.slice(1).map(Number);
  if (!version || !cores.avx512.includes(core.toLowerCase())) return false;
  const [major, minor, patch] = version;
  return major > 0 || minor > 3 || (minor === 3 && patch >= 21);
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

function configurationOf(library: BlasLibrary): string {
  return String(library.func('const char *openblas_get_config()')());
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
