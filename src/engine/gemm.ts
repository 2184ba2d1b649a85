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

export interface GemmProvider {
  readonly name: string;
  bind(memory: WebAssembly.Memory, kernels: Kernels, arena: Arena): Gemm;
}

export const wasmGemm: GemmProvider = {
  name: 'wasm',
  bind: (_memory, kernels) => (transposeA, transposeB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc) =>
    kernels.gemm(transposeA ? 1 : 0, transposeB ? 1 : 0, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc),
};
