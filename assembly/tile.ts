// The innermost loop of matrix products: up to 5 rows of packed A times 8 columns of B, added up in registers.
import { multiplyAdd } from './math';

/**
 * One source for every height: `rows` is a constant where this is inlined, and what lies beyond it folds away. Not
 * unrolled: the compiler would interleave the steps and run out of registers.
 */
@inline
function tile(
  rows: i32, depth: i32, a: usize, b: usize, step: usize, alpha: f32, beta: f32, c: usize, ldc: i32,
): void {
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
  const width = <usize>ldc << 2;
  update(alpha, beta, c, c00, c01);
  if (rows > 1) update(alpha, beta, c + width, c10, c11);
  if (rows > 2) update(alpha, beta, c + 2 * width, c20, c21);
  if (rows > 3) update(alpha, beta, c + 3 * width, c30, c31);
  if (rows > 4) update(alpha, beta, c + 4 * width, c40, c41);
}

@inline
function update(alpha: f32, beta: f32, c: usize, sum0: v128, sum1: v128): void {
  let y0 = f32x4.mul(sum0, f32x4.splat(alpha));
  let y1 = f32x4.mul(sum1, f32x4.splat(alpha));
  // With beta = 0, C may hold anything, NaN too.
  if (beta != 0) {
    y0 = multiplyAdd(v128.load(c), f32x4.splat(beta), y0);
    y1 = multiplyAdd(v128.load(c, 16), f32x4.splat(beta), y1);
  }
  v128.store(c, y0);
  v128.store(c, y1, 16);
}

export function tile1(depth: i32, a: usize, b: usize, step: usize, alpha: f32, beta: f32, c: usize, ldc: i32): void {
  tile(1, depth, a, b, step, alpha, beta, c, ldc);
}

export function tile2(depth: i32, a: usize, b: usize, step: usize, alpha: f32, beta: f32, c: usize, ldc: i32): void {
  tile(2, depth, a, b, step, alpha, beta, c, ldc);
}

export function tile3(depth: i32, a: usize, b: usize, step: usize, alpha: f32, beta: f32, c: usize, ldc: i32): void {
  tile(3, depth, a, b, step, alpha, beta, c, ldc);
}

export function tile4(depth: i32, a: usize, b: usize, step: usize, alpha: f32, beta: f32, c: usize, ldc: i32): void {
  tile(4, depth, a, b, step, alpha, beta, c, ldc);
}

export function tile5(depth: i32, a: usize, b: usize, step: usize, alpha: f32, beta: f32, c: usize, ldc: i32): void {
  tile(5, depth, a, b, step, alpha, beta, c, ldc);
}
