// Packs matrices for products, in panels of 5 rows and of 8 columns, with each step of the depth contiguous.

/** Rows of op(A) [m, depth] as panels [depth, 5], and one of the remaining rows. */
export function packRows(transposeA: bool, m: i32, depth: i32, a: usize, lda: i32, packed: usize): void {
  const width = <usize>lda << 2;
  let i = 0;
  for (; i + 5 <= m; i += 5) {
    if (transposeA) {
      let p = a + (<usize>i << 2);
      for (let l = 0; l < depth; l++, p += width, packed += 20) {
        v128.store(packed, v128.load(p));
        store<f32>(packed, load<f32>(p, 16), 16);
      }
    } else {
      transposeFive(depth, a + <usize>i * width, width, packed);
      packed += <usize>depth * 20;
    }
  }
  const along = transposeA ? width : 4;
  const across = transposeA ? 4 : width;
  let p = a + <usize>i * across;
  for (let l = 0; l < depth; l++, p += along) {
    for (let r = i, q = p; r < m; r++, q += across, packed += 4) store<f32>(packed, load<f32>(q));
  }
}

/** Columns of op(B) [depth, n] as panels [depth, 8], the last one padded with zeros. */
export function packColumns(transposeB: bool, n: i32, depth: i32, b: usize, ldb: i32, packed: usize): void {
  const width = <usize>ldb << 2;
  const panel = <usize>depth << 5;
  let j = 0;
  for (; j + 8 <= n; j += 8, packed += panel) {
    if (transposeB) {
      transposePanel(depth, b + <usize>j * width, width, packed);
    } else {
      let p = b + (<usize>j << 2);
      let q = packed;
      for (let l = 0; l < depth; l++, p += width, q += 32) {
        v128.store(q, v128.load(p));
        v128.store(q, v128.load(p, 16), 16);
      }
    }
  }
  if (j == n) return;
  memory.fill(packed, 0, panel);
  const along = transposeB ? 4 : width;
  const across = transposeB ? width : 4;
  for (let l = 0; l < depth; l++, packed += 32) {
    let p = b + <usize>j * across + <usize>l * along;
    for (let r = j, q = packed; r < n; r++, p += across, q += 4) store<f32>(q, load<f32>(p));
  }
}

/** Five rows, `width` bytes apart, become the columns of a panel. */
@inline
function transposeFive(depth: i32, a: usize, width: usize, packed: usize): void {
  const fifth = a + 4 * width;
  let l = 0;
  for (; l + 4 <= depth; l += 4, packed += 80) {
    const offset = <usize>l << 2;
    transposeSquare(a + offset, width, packed, 20);
    const row = v128.load(fifth + offset);
    v128.store_lane<f32>(packed, row, 0, 16);
    v128.store_lane<f32>(packed, row, 1, 36);
    v128.store_lane<f32>(packed, row, 2, 56);
    v128.store_lane<f32>(packed, row, 3, 76);
  }
  for (; l < depth; l++) {
    let p = a + (<usize>l << 2);
    for (const end = packed + 20; packed < end; p += width, packed += 4) store<f32>(packed, load<f32>(p));
  }
}

/** Eight rows, `width` bytes apart, become the columns of a panel. */
@inline
function transposePanel(depth: i32, b: usize, width: usize, packed: usize): void {
  const lower = b + 4 * width;
  let l = 0;
  for (; l + 4 <= depth; l += 4) {
    const offset = <usize>l << 2;
    transposeSquare(b + offset, width, packed + (<usize>l << 5), 32);
    transposeSquare(lower + offset, width, packed + (<usize>l << 5) + 16, 32);
  }
  for (; l < depth; l++) {
    let p = b + (<usize>l << 2);
    let q = packed + (<usize>l << 5);
    for (const end = q + 32; q < end; p += width, q += 4) store<f32>(q, load<f32>(p));
  }
}

/** A square of 4 by 4 floats; rows are `width` bytes apart in the source and `step` in the panel. */
@inline
function transposeSquare(p: usize, width: usize, q: usize, step: usize): void {
  const r0 = v128.load(p);
  const r1 = v128.load(p + width);
  const r2 = v128.load(p + 2 * width);
  const r3 = v128.load(p + 3 * width);
  const low01 = v128.shuffle<f32>(r0, r1, 0, 4, 1, 5);
  const low23 = v128.shuffle<f32>(r2, r3, 0, 4, 1, 5);
  const high01 = v128.shuffle<f32>(r0, r1, 2, 6, 3, 7);
  const high23 = v128.shuffle<f32>(r2, r3, 2, 6, 3, 7);
  v128.store(q, v128.shuffle<f32>(low01, low23, 0, 1, 4, 5));
  v128.store(q + step, v128.shuffle<f32>(low01, low23, 2, 3, 6, 7));
  v128.store(q + 2 * step, v128.shuffle<f32>(high01, high23, 0, 1, 4, 5));
  v128.store(q + 3 * step, v128.shuffle<f32>(high01, high23, 2, 3, 6, 7));
}
