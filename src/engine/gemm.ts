// Matrix products: the interface of every provider, and the provider that is always there.
import type { Arena } from './arena.js';
import type { Kernels } from './kernels.generated.js';

/**
 * C = alpha · op(A) · op(B) + beta · C, row-major; op transposes where told to. op(A) is [m, k], op(B) [k, n], C [m, n].
 * a, b and c are addresses (tensor.pointer, plus 4 bytes a float); lda, ldb and ldc the floats from one stored row to
 * the next. With beta = 0, C is not read. C must not overlap A or B.
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

/** op(B) [k, n] made ready for many products: the matrix itself, which must stay as it is, and its packed form. */
export interface PackedMatrix {
  readonly transpose: boolean;
  readonly n: number;
  readonly k: number;
  readonly matrix: number;
  readonly stride: number;
  readonly panels: number;
}

export interface Products {
  readonly gemm: Gemm;
  /** Packs op(B) into scratch of the enclosing scope: worth it where many products have few rows, like an LSTM's steps. */
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

/** Who multiplies matrices. */
export interface GemmProvider {
  readonly name: string;
  bind(memory: WebAssembly.Memory, kernels: Kernels, arena: Arena): Products;
}

export const wasmGemm: GemmProvider = {
  name: 'wasm',
  bind(_memory, kernels, arena) {
    // Taken before any mark, so no release gives it back.
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
