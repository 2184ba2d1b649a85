// Products of float rows with 8-bit weights: the rows are rounded to levels (levels.ts), sums are integers and exact, and
// the result is scaled back: C[r, j] = step[r] · scale[j] · Σ (level − zero[r]) · weight[j], plus a bias or C itself.
import {
  fusedTile1, fusedTile2, fusedTile3, fusedTile4, integerTile1, integerTile2, integerTile3, integerTile4, LEVEL_BYTES,
} from './integerTile';
import { levelRows } from './levels';

/** The levels of this many rows, and a panel of weights, fit into the caches. */
@inline const ROWS: i32 = 96;

// The caller's buffer: the sums of a tile, the steps and zeros of the rows, and their levels.
@inline const TILE_BYTES: i32 = 4 * 8 * 4;
@inline const ROW_BYTES: i32 = ROWS * 4;

@inline
function quadsOf(k: i32): i32 {
  return (k + 3) >> 2;
}

export function integerBufferBytes(k: i32): i32 {
  return TILE_BYTES + 2 * ROW_BYTES + ROWS * quadsOf(k) * 4 * LEVEL_BYTES;
}

/** The bytes of packed weights: ⌈n / 8⌉ panels [⌈k / 4⌉, 8, 4], padded with zeros, and the sum of each column. */
export function integerBytes(n: i32, k: i32): i32 {
  return ((n + 7) >> 3) * (quadsOf(k) + 1) * 32;
}

/** Packs weights; those of column j start at w + j · across, and follow one another at a distance of `along` bytes. */
export function integerPack(n: i32, k: i32, w: usize, across: i32, along: i32, packed: usize): void {
  const quads = quadsOf(k);
  memory.fill(packed, 0, integerBytes(n, k));
  const sums = packed + <usize>((n + 7) >> 3) * <usize>quads * 32;
  for (let j = 0; j < n; j++) {
    let p = w + <usize>j * <usize>across;
    const q = packed + <usize>(j >> 3) * <usize>quads * 32 + <usize>(j & 7) * 4;
    let sum = 0;
    for (let l: usize = 0, end = <usize>k; l < end; l++, p += along) {
      const weight = load<i8>(p);
      store<i8>(q + (l >> 2) * 32 + (l & 3), weight);
      sum += weight;
    }
    store<i32>(sums + (<usize>j << 2), sum);
  }
}

/**
 * C [m, n] = x [m, k] · W, where W [k, n] = inputScales [k] · weights · outputScales [n]; either scales may be null. Adds
 * the bias unless it is null, or C itself. `isFused` chooses the instruction, not the result.
 */
export function integerProduct(
  m: i32, n: i32, k: i32, x: usize, ldx: i32, inputScales: usize, packed: usize, outputScales: usize,
  bias: usize, adds: bool, c: usize, ldc: i32, isFused: bool, buffer: usize,
): void {
  const quads = quadsOf(k);
  const columnSums = packed + <usize>((n + 7) >> 3) * <usize>quads * 32;
  const steps = buffer + TILE_BYTES;
  const zeros = steps + ROW_BYTES;
  const levels = zeros + ROW_BYTES;
  for (let first = 0; first < m; first += ROWS) {
    const height = min(ROWS, m - first);
    levelRows(height, k, x + (<usize>(first * ldx) << 2), ldx, inputScales, levels, steps, zeros);
    let weights = packed;
    for (let j = 0; j < n; j += 8, weights += <usize>quads << 5) {
      const width = min(8, n - j);
      const place = <usize>j << 2;
      let rows = levels;
      for (let i = 0; i < height; i += 4, rows += <usize>(quads * LEVEL_BYTES) << 4) {
        const count = min(4, height - i);
        if (isFused) fusedTile(count, quads, rows, weights, buffer);
        else integerTile(count, quads, rows, weights, buffer);
        const own = <usize>i << 2;
        finishTile(
          count, width, buffer, steps + own, zeros + own, columnSums + place,
          outputScales ? outputScales + place : 0, bias ? bias + place : 0, adds,
          c + (<usize>((first + i) * ldc) << 2) + place, ldc,
        );
      }
    }
  }
}

@inline
function integerTile(rows: i32, quads: i32, a: usize, b: usize, sums: usize): void {
  if (rows == 4) integerTile4(quads, a, b, sums);
  else if (rows == 3) integerTile3(quads, a, b, sums);
  else if (rows == 2) integerTile2(quads, a, b, sums);
  else integerTile1(quads, a, b, sums);
}

@inline
function fusedTile(rows: i32, quads: i32, a: usize, b: usize, sums: usize): void {
  if (rows == 4) fusedTile4(quads, a, b, sums);
  else if (rows == 3) fusedTile3(quads, a, b, sums);
  else if (rows == 2) fusedTile2(quads, a, b, sums);
  else fusedTile1(quads, a, b, sums);
}

/** Scales the sums of a tile back to floats. */
function finishTile(
  rows: i32, width: i32, sums: usize, steps: usize, zeros: usize, columnSums: usize, scales: usize,
  bias: usize, adds: bool, c: usize, ldc: i32,
): void {
  for (let r = 0; r < rows; r++, sums += 32, steps += 4, zeros += 4, c += <usize>ldc << 2) {
    const step = load<f32>(steps);
    const zero = load<i32>(zeros);
    const before = adds ? c : bias;
    if (width == 8) {
      finishFour(sums, step, zero, columnSums, scales, before, c);
      finishFour(sums + 16, step, zero, columnSums + 16, scales ? scales + 16 : 0, before ? before + 16 : 0, c + 16);
      continue;
    }
    for (let at: usize = 0, end = <usize>width << 2; at < end; at += 4) {
      const sum = <f32>(load<i32>(sums + at) - zero * load<i32>(columnSums + at));
      const product = sum * (scales ? step * load<f32>(scales + at) : step);
      store<f32>(c + at, before ? product + load<f32>(before + at) : product);
    }
  }
}

@inline
function finishFour(sums: usize, step: f32, zero: i32, columnSums: usize, scales: usize, before: usize, c: usize): void {
  const shift = i32x4.mul(v128.load(columnSums), i32x4.splat(zero));
  const sum = f32x4.convert_i32x4_s(i32x4.sub(v128.load(sums), shift));
  let factor = f32x4.splat(step);
  if (scales) factor = f32x4.mul(factor, v128.load(scales));
  let product = f32x4.mul(sum, factor);
  if (before) product = f32x4.add(product, v128.load(before));
  v128.store(c, product);
}

/** y[r, :] = scales[indices[r]] · table[indices[r], :] for a table of bytes; rows of y are `stride` floats apart. */
export function gatherIntegerRows(
  rows: i32, columns: i32, indices: usize, table: usize, scales: usize, y: usize, stride: i32,
): void {
  for (let r = 0; r < rows; r++, indices += 4, y += <usize>stride << 2) {
    const index = <usize>load<i32>(indices);
    const row = table + index * <usize>columns;
    const scale = load<f32>(scales + (index << 2));
    const factor = f32x4.splat(scale);
    const whole = <usize>(columns & ~7);
    let i: usize = 0;
    for (; i < whole; i += 8) {
      const values = v128.load_ext<i8>(row + i);
      const q = y + (i << 2);
      v128.store(q, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(values)), factor));
      v128.store(q, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(values)), factor), 16);
    }
    for (; i < <usize>columns; i++) store<f32>(y + (i << 2), <f32>load<i8>(row + i) * scale);
  }
}
