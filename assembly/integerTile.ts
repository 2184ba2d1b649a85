// The innermost loop of products with 8-bit weights: up to 4 rows of levels (0…127) times 8 columns of weights, summed in
// 32-bit integers. Four steps of the depth at a time: levels are stored as [depth / 4, 4 rows, 4], weights as
// [depth / 4, 8 columns, 4]. Every form returns the same integers: no intermediate sum overflows, and a level has no sign
// bit, so that relaxed dot products are the same on all machines.

/** Bytes per level: dot products of 16-bit integers need them widened. */
@inline export const LEVEL_BYTES: i32 = ASC_FEATURE_RELAXED_SIMD ? 1 : 2;

/** sum + Σ weights · levels over each group of four bytes, by one instruction or by two dot products and an addition. */
@inline
function dot(weights: v128, levels: v128, sum: v128, isFused: bool): v128 {
  if (isFused) return i32x4.relaxed_dot_i8x16_i7x16_add_s(weights, levels, sum);
  const pairs = i16x8.relaxed_dot_i8x16_i7x16_s(weights, levels);
  return i32x4.add(sum, i32x4.dot_i16x8_s(pairs, i16x8.splat(1)));
}

/**
 * Writes the sums [rows, 8] of a tile. As for floats, `rows` is a constant where this is inlined, and code for further
 * rows is eliminated.
 */
@inline
function relaxedTile(rows: i32, isFused: bool, quads: i32, a: usize, b: usize, sums: usize): void {
  let c00 = i32x4.splat(0), c01 = i32x4.splat(0);
  let c10 = i32x4.splat(0), c11 = i32x4.splat(0);
  let c20 = i32x4.splat(0), c21 = i32x4.splat(0);
  let c30 = i32x4.splat(0), c31 = i32x4.splat(0);
  for (; quads > 0; quads--, a += 16, b += 32) {
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    let x = v128.load32_splat(a);
    c00 = dot(b0, x, c00, isFused);
    c01 = dot(b1, x, c01, isFused);
    if (rows > 1) {
      x = v128.load32_splat(a, 4);
      c10 = dot(b0, x, c10, isFused);
      c11 = dot(b1, x, c11, isFused);
    }
    if (rows > 2) {
      x = v128.load32_splat(a, 8);
      c20 = dot(b0, x, c20, isFused);
      c21 = dot(b1, x, c21, isFused);
    }
    if (rows > 3) {
      x = v128.load32_splat(a, 12);
      c30 = dot(b0, x, c30, isFused);
      c31 = dot(b1, x, c31, isFused);
    }
  }
  v128.store(sums, c00);
  v128.store(sums, c01, 16);
  if (rows > 1) {
    v128.store(sums, c10, 32);
    v128.store(sums, c11, 48);
  }
  if (rows > 2) {
    v128.store(sums, c20, 64);
    v128.store(sums, c21, 80);
  }
  if (rows > 3) {
    v128.store(sums, c30, 96);
    v128.store(sums, c31, 112);
  }
}

@inline
function wideDot(levels: v128, weights: v128, sum: v128): v128 {
  return i32x4.add(sum, i32x4.dot_i16x8_s(levels, weights));
}

/** The sums of four columns, from vectors that hold two sums for each of two columns. */
@inline
function joined(left: v128, right: v128): v128 {
  return i32x4.add(v128.shuffle<i32>(left, right, 0, 2, 4, 6), v128.shuffle<i32>(left, right, 1, 3, 5, 7));
}

/** Four of the columns, without relaxed SIMD. */
@inline
function wideHalf(rows: i32, quads: i32, a: usize, b: usize, sums: usize): void {
  let c00 = i32x4.splat(0), c01 = i32x4.splat(0);
  let c10 = i32x4.splat(0), c11 = i32x4.splat(0);
  let c20 = i32x4.splat(0), c21 = i32x4.splat(0);
  let c30 = i32x4.splat(0), c31 = i32x4.splat(0);
  for (; quads > 0; quads--, a += 32, b += 32) {
    const b0 = v128.load_ext<i8>(b);
    const b1 = v128.load_ext<i8>(b, 8);
    let x = v128.load64_splat(a);
    c00 = wideDot(x, b0, c00);
    c01 = wideDot(x, b1, c01);
    if (rows > 1) {
      x = v128.load64_splat(a, 8);
      c10 = wideDot(x, b0, c10);
      c11 = wideDot(x, b1, c11);
    }
    if (rows > 2) {
      x = v128.load64_splat(a, 16);
      c20 = wideDot(x, b0, c20);
      c21 = wideDot(x, b1, c21);
    }
    if (rows > 3) {
      x = v128.load64_splat(a, 24);
      c30 = wideDot(x, b0, c30);
      c31 = wideDot(x, b1, c31);
    }
  }
  v128.store(sums, joined(c00, c01));
  if (rows > 1) v128.store(sums, joined(c10, c11), 32);
  if (rows > 2) v128.store(sums, joined(c20, c21), 64);
  if (rows > 3) v128.store(sums, joined(c30, c31), 96);
}

@inline
function tile(rows: i32, isFused: bool, quads: i32, a: usize, b: usize, sums: usize): void {
  if (ASC_FEATURE_RELAXED_SIMD) {
    relaxedTile(rows, isFused, quads, a, b, sums);
  } else {
    wideHalf(rows, quads, a, b, sums);
    wideHalf(rows, quads, a, b + 16, sums + 16);
  }
}

export function integerTile1(quads: i32, a: usize, b: usize, sums: usize): void {
  tile(1, false, quads, a, b, sums);
}

export function integerTile2(quads: i32, a: usize, b: usize, sums: usize): void {
  tile(2, false, quads, a, b, sums);
}

export function integerTile3(quads: i32, a: usize, b: usize, sums: usize): void {
  tile(3, false, quads, a, b, sums);
}

export function integerTile4(quads: i32, a: usize, b: usize, sums: usize): void {
  tile(4, false, quads, a, b, sums);
}

export function fusedTile1(quads: i32, a: usize, b: usize, sums: usize): void {
  tile(1, true, quads, a, b, sums);
}

export function fusedTile2(quads: i32, a: usize, b: usize, sums: usize): void {
  tile(2, true, quads, a, b, sums);
}

export function fusedTile3(quads: i32, a: usize, b: usize, sums: usize): void {
  tile(3, true, quads, a, b, sums);
}

export function fusedTile4(quads: i32, a: usize, b: usize, sums: usize): void {
  tile(4, true, quads, a, b, sums);
}
