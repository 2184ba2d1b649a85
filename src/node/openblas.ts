// Matrix products by a BLAS library of the machine, called on the engine's memory in place: OpenBLAS, or Accelerate.
import { createRequire } from 'node:module';
import { type Gemm, type GemmProvider, wasmGemm } from '../engine/gemm.js';

/** cblas_sgemm with addresses as numbers: for C they are the same as pointers, and numbers are the cheapest to pass. */
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

/** Below these many rows the kernels are faster than the library: measured on x86-64 with OpenBLAS. */
const FEW_ROWS = 5;
const FEW_ROWS_PACKED = 12;

/** Where the library is found by default. */
export function libraryNames(platform: NodeJS.Platform): string[] {
  if (platform === 'darwin') return ['/System/Library/Frameworks/Accelerate.framework/Accelerate'];
  if (platform === 'win32') return ['openblas.dll', 'libopenblas.dll'];
  return ['libopenblas.so.0', 'libopenblas.so'];
}

/** The provider over a library file; throws an Error that says why where it cannot be loaded. */
export function openBlasGemm(file: string): GemmProvider {
  const koffi = loadKoffi();
  const library = koffi.load(file);
  const sgemm = library.func(PROTOTYPE) as Sgemm;
  // Training has a thread for each core already.
  try {
    library.func('void openblas_set_num_threads(int)')(1);
  } catch {
    // Not OpenBLAS: other libraries have other ways, and work without.
  }
  return {
    name: 'openblas',
    bind(memory, kernels, arena) {
      const wasm = wasmGemm.bind(memory, kernels, arena);
      let probe = new Uint8Array(0);
      let base = 0;
      /** The memory's own address, asked anew when it has grown, which shows by a detached view. */
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

type Koffi = typeof import('koffi');

/** An optional dependency: without it the kernels do all the work. */
function loadKoffi(): Koffi {
  try {
    return createRequire(import.meta.url)('koffi') as Koffi;
  } catch {
    throw new Error('the optional package koffi is not installed');
  }
}
