// Matrix products.

/** C = alpha · op(A) · op(B) + beta · C, row-major; op(A) is [m, k], op(B) [k, n]. */
export function gemm(
  transposeA: i32,
  transposeB: i32,
  m: i32,
  n: i32,
  k: i32,
  alpha: f32,
  a: usize,
  lda: i32,
  b: usize,
  ldb: i32,
  beta: f32,
  c: usize,
  ldc: i32,
): void {
  const aRow = (<usize>(transposeA ? 1 : lda)) << 2;
  const aStep = (<usize>(transposeA ? lda : 1)) << 2;
  const bRow = (<usize>(transposeB ? 1 : ldb)) << 2;
  const bStep = (<usize>(transposeB ? ldb : 1)) << 2;
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < n; j++) {
      let p = a + <usize>i * aRow;
      let q = b + <usize>j * bStep;
      let sum: f32 = 0;
      for (let l = 0; l < k; l++, p += aStep, q += bRow) sum += load<f32>(p) * load<f32>(q);
      const target = c + ((<usize>(i * ldc + j)) << 2);
      store<f32>(target, alpha * sum + (beta == 0 ? 0 : beta * load<f32>(target)));
    }
  }
}
