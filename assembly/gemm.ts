// Matrix products, row-major: C = alpha · op(A) · op(B) + beta · C with op(A) [m, k], op(B) [k, n]. Both operands are
// packed, A in panels of 5 rows and B in panels of 8 columns, so that a tile of C is computed in 10 registers.
import { packColumns, packRows } from './pack';
import { tile1, tile2, tile3, tile4, tile5 } from './tile';

// Block sizes: a packed panel of B (16 KB) and one of A fit into the L1 cache, a packed block of A (200 KB) into L2.
@inline const ROWS: i32 = 100;
@inline const DEPTH: i32 = 512;
@inline const COLUMNS: i32 = 1024;
/** Up to this many rows, packing B costs more than reading it in place. */
@inline const FEW_ROWS: i32 = 4;

// The caller's buffer: a packed block of A, one of B, and the sums of a tile.
@inline const A_BYTES: i32 = ROWS * DEPTH * 4;
@inline const B_BYTES: i32 = COLUMNS * DEPTH * 4;
@inline const TILE_BYTES: i32 = 5 * 8 * 4;

export function gemmBufferBytes(): i32 {
  return A_BYTES + B_BYTES + TILE_BYTES;
}

export function gemm(
  transposeA: bool, transposeB: bool, m: i32, n: i32, k: i32,
  alpha: f32, a: usize, lda: i32, b: usize, ldb: i32, beta: f32, c: usize, ldc: i32, buffer: usize,
): void {
  if (alpha == 0 || k == 0) return scaleMatrix(m, n, beta, c, ldc);
  const packedB = buffer + A_BYTES;
  const inPlace = m <= FEW_ROWS && !transposeB;
  for (let l = 0; l < k; l += DEPTH) {
    const depth = min(DEPTH, k - l);
    // Later blocks of depth add to the result of the first.
    const keep: f32 = l == 0 ? beta : 1;
    const aBlock = a + (<usize>(transposeA ? l * lda : l) << 2);
    const bBlock = b + (<usize>(transposeB ? l : l * ldb) << 2);
    let j = 0;
    if (inPlace) {
      j = n & ~7;
      const step = <usize>ldb << 2;
      multiplyBlock(transposeA, m, j, depth, alpha, aBlock, lda, bBlock, 32, step, keep, c, ldc, buffer);
    }
    for (; j < n; j += COLUMNS) {
      const width = min(COLUMNS, n - j);
      packColumns(transposeB, width, depth, bBlock + (<usize>(transposeB ? j * ldb : j) << 2), ldb, packedB);
      const target = c + (<usize>j << 2);
      const panel = <usize>depth << 5;
      multiplyBlock(transposeA, m, width, depth, alpha, aBlock, lda, packedB, panel, 32, keep, target, ldc, buffer);
    }
  }
}

/** Packs op(B) for many products: ⌈n / 8⌉ panels of [k, 8], the last one padded with zeros. */
export function gemmPack(transposeB: bool, n: i32, k: i32, b: usize, ldb: i32, packed: usize): void {
  packColumns(transposeB, n, k, b, ldb, packed);
}

export function gemmPacked(
  transposeA: bool, m: i32, n: i32, k: i32,
  alpha: f32, a: usize, lda: i32, packed: usize, beta: f32, c: usize, ldc: i32, buffer: usize,
): void {
  if (alpha == 0 || k == 0) return scaleMatrix(m, n, beta, c, ldc);
  for (let l = 0; l < k; l += DEPTH) {
    const depth = min(DEPTH, k - l);
    const keep: f32 = l == 0 ? beta : 1;
    const aBlock = a + (<usize>(transposeA ? l * lda : l) << 2);
    const bBlock = packed + (<usize>l << 5);
    multiplyBlock(transposeA, m, n, depth, alpha, aBlock, lda, bBlock, <usize>k << 5, 32, keep, c, ldc, buffer);
  }
}

/** All rows of A times columns of B in panels, `panel` bytes apart, with `step` bytes per row. */
function multiplyBlock(
  transposeA: bool, m: i32, n: i32, depth: i32,
  alpha: f32, a: usize, lda: i32, b: usize, panel: usize, step: usize, beta: f32, c: usize, ldc: i32, buffer: usize,
): void {
  const sums = buffer + A_BYTES + B_BYTES;
  for (let first = 0; first < m; first += ROWS) {
    const height = min(ROWS, m - first);
    packRows(transposeA, height, depth, a + (<usize>(transposeA ? first : first * lda) << 2), lda, buffer);
    let columns = b;
    for (let j = 0; j < n; j += 8, columns += panel) {
      const width = min(8, n - j);
      let rows = buffer;
      for (let i = 0; i < height; i += 5, rows += <usize>depth * 20) {
        const target = c + (<usize>((first + i) * ldc + j) << 2);
        const count = min(5, height - i);
        multiplyTile(count, depth, rows, columns, step, sums);
        if (width == 8) addTile(count, sums, alpha, beta, target, ldc);
        else addEdge(count, width, sums, alpha, beta, target, ldc);
      }
    }
  }
}

function multiplyTile(rows: i32, depth: i32, a: usize, b: usize, step: usize, sums: usize): void {
  if (rows == 5) tile5(depth, a, b, step, sums);
  else if (rows == 4) tile4(depth, a, b, step, sums);
  else if (rows == 3) tile3(depth, a, b, step, sums);
  else if (rows == 2) tile2(depth, a, b, step, sums);
  else tile1(depth, a, b, step, sums);
}

/** C = alpha · sums + beta · C; with beta = 0, C may contain anything, even NaN. */
function addTile(rows: i32, sums: usize, alpha: f32, beta: f32, c: usize, ldc: i32): void {
  const factor = f32x4.splat(alpha);
  const keep = f32x4.splat(beta);
  for (let i = 0; i < rows; i++, sums += 32, c += <usize>ldc << 2) {
    let y0 = f32x4.mul(v128.load(sums), factor);
    let y1 = f32x4.mul(v128.load(sums, 16), factor);
    if (beta != 0) {
      y0 = f32x4.add(y0, f32x4.mul(v128.load(c), keep));
      y1 = f32x4.add(y1, f32x4.mul(v128.load(c, 16), keep));
    }
    v128.store(c, y0);
    v128.store(c, y1, 16);
  }
}

/** The same for a tile with fewer than 8 columns of C. */
function addEdge(rows: i32, columns: i32, sums: usize, alpha: f32, beta: f32, c: usize, ldc: i32): void {
  for (let i = 0; i < rows; i++, sums += 32, c += <usize>ldc << 2) {
    for (let j: usize = 0, end = <usize>columns << 2; j < end; j += 4) {
      const value = alpha * load<f32>(sums + j);
      store<f32>(c + j, beta == 0 ? value : value + beta * load<f32>(c + j));
    }
  }
}

function scaleMatrix(m: i32, n: i32, beta: f32, c: usize, ldc: i32): void {
  for (let i = 0; i < m; i++, c += <usize>ldc << 2) {
    for (let j = 0; j < n; j++) {
      const place = c + (<usize>j << 2);
      store<f32>(place, beta == 0 ? 0 : beta * load<f32>(place));
    }
  }
}
