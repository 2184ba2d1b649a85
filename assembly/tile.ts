// The innermost loop of matrix products: up to 5 rows of packed A times 8 columns of B, summed in registers.
import { multiplyAdd } from './math';

/**
 * Writes op(A) · op(B) of a tile to `sums` [rows, 8]. One source for every height: `rows` is a constant where this is
 * inlined, and code for further rows is eliminated. Vector registers are scarce here, so the loop is not unrolled, because
 * compilers would interleave its steps, and alpha, beta and C are applied afterwards.
 */
@inline
function tile(rows: i32, depth: i32, a: usize, b: usize, step: usize, sums: usize): void {
  let c00 = f32x4.splat(0), c01 = f32x4.splat(0);
  let c10 = f32x4.splat(0), c11 = f32x4.splat(0);
  let c20 = f32x4.splat(0), c21 = f32x4.splat(0);
  let c30 = f32x4.splat(0), c31 = f32x4.splat(0);
  let c40 = f32x4.splat(0), c41 = f32x4.splat(0);
  for (; depth > 0; depth--) {
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    let x = v128.load32_splat(a);
    c00 = multiplyAdd(x, b0, c00);
    c01 = multiplyAdd(x, b1, c01);
    if (rows > 1) {
      x = v128.load32_splat(a, 4);
      c10 = multiplyAdd(x, b0, c10);
      c11 = multiplyAdd(x, b1, c11);
    }
    if (rows > 2) {
      x = v128.load32_splat(a, 8);
      c20 = multiplyAdd(x, b0, c20);
      c21 = multiplyAdd(x, b1, c21);
    }
    if (rows > 3) {
      x = v128.load32_splat(a, 12);
      c30 = multiplyAdd(x, b0, c30);
      c31 = multiplyAdd(x, b1, c31);
    }
    if (rows > 4) {
      x = v128.load32_splat(a, 16);
      c40 = multiplyAdd(x, b0, c40);
      c41 = multiplyAdd(x, b1, c41);
    }
    a += <usize>rows << 2;
    b += step;
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
  if (rows > 4) {
    v128.store(sums, c40, 128);
    v128.store(sums, c41, 144);
  }
}

export function tile1(depth: i32, a: usize, b: usize, step: usize, sums: usize): void {
  tile(1, depth, a, b, step, sums);
}

export function tile2(depth: i32, a: usize, b: usize, step: usize, sums: usize): void {
  tile(2, depth, a, b, step, sums);
}

export function tile3(depth: i32, a: usize, b: usize, step: usize, sums: usize): void {
  tile(3, depth, a, b, step, sums);
}

export function tile4(depth: i32, a: usize, b: usize, step: usize, sums: usize): void {
  tile(4, depth, a, b, step, sums);
}

export function tile5(depth: i32, a: usize, b: usize, step: usize, sums: usize): void {
  tile(5, depth, a, b, step, sums);
}
