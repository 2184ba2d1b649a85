// Matrix products: the interface of every provider, and the built-in provider.
import type { Arena } from './arena.js';
import type { Kernels } from './kernels.generated.js';

/**
 * C = alpha · op(A) · op(B) + beta · C, row-major; op transposes its operand if requested. op(A) is [m, k], op(B) [k, n], C [m, n].
 * a, b and c are addresses (tensor.pointer, plus 4 bytes per float); lda, ldb and ldc are the floats from one stored row
 * to the next. With beta = 0, C is not read. C must not overlap A or B.
 */
export type Gemm = (
  transposeA: boolean,
  transposeB: boolean,
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

/** op(B) [k, n] prepared for many products: the matrix itself, which must not change, and its packed form. */
export interface PackedMatrix {
  readonly transpose: boolean;
  readonly n: number;
  readonly k: number;
  readonly matrix: number;
  readonly stride: number;
  readonly panels: number;
  /** Set if one row less than a multiple of this takes longer. */
  readonly group?: number;
}

export interface Products {
  readonly gemm: Gemm;
  /** Packs op(B) into scratch of the enclosing scope; pays off for many products with few rows, like an LSTM's steps. */
  pack(transposeB: boolean, n: number, k: number, b: number, ldb: number): PackedMatrix;
  /** C = alpha · op(A) · B + beta · C with a packed B. */
  gemmPacked(
    transposeA: boolean,
    m: number,
    alpha: number,
    a: number,
    lda: number,
    b: PackedMatrix,
    beta: number,
    c: number,
    ldc: number,
  ): void;
}

/** A provider of matrix products. */
export interface GemmProvider {
  readonly name: string;
  bind(memory: WebAssembly.Memory, kernels: Kernels, arena: Arena): Products;
}

export const wasmGemm: GemmProvider = {
  name: 'wasm',
  bind(_memory, kernels, arena) {
    // Allocated before any mark, so it is never released.
    const buffer = arena.scratchBytes(kernels.gemmBufferBytes());
    return {
      gemm: (transposeA, transposeB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc) =>
        kernels.gemm(transposeA, transposeB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, buffer),
      pack(transposeB, n, k, b, ldb) {
        const panels = arena.scratchBytes(4 * 8 * Math.ceil(n / 8) * k);
        kernels.gemmPack(transposeB, n, k, b, ldb, panels);
        return { transpose: transposeB, n, k, matrix: b, stride: ldb, panels };
      },
      gemmPacked: (transposeA, m, alpha, a, lda, { n, k, panels }, beta, c, ldc) =>
        kernels.gemmPacked(transposeA, m, n, k, alpha, a, lda, panels, beta, c, ldc, buffer),
    };
  },
};
