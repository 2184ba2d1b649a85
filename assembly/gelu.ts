// The Gaussian error linear unit x · Φ(x), Φ the normal distribution, fused with the preceding bias.
import { expf4, multiplyAdd } from './math';
import { loadTail, storeTail } from './vector';

/**
 * Φ(x) with an error of at most 2e-7: for x < 0 it is density · P(t) · t, t = 1 / (1 + p · |x|), after Abramowitz and Stegun
 * (7.1.26), where `density` is exp(−x² / 2).
 */
@inline
function normalf4(x: v128, density: v128): v128 {
  const t = f32x4.div(f32x4.splat(1), multiplyAdd(f32x4.abs(x), f32x4.splat(0.231641888), f32x4.splat(1)));
  let p = f32x4.splat(0.5307027145);
  p = multiplyAdd(p, t, f32x4.splat(-0.7265760135));
  p = multiplyAdd(p, t, f32x4.splat(0.7107068705));
  p = multiplyAdd(p, t, f32x4.splat(-0.142248368));
  p = multiplyAdd(p, t, f32x4.splat(0.127414796));
  const below = f32x4.mul(f32x4.mul(p, t), density);
  return v128.bitselect(f32x4.sub(f32x4.splat(1), below), below, f32x4.ge(x, f32x4.splat(0)));
}

@inline
function densityf4(x: v128): v128 {
  return expf4(f32x4.mul(f32x4.mul(x, x), f32x4.splat(-0.5)));
}

@inline
function geluf4(x: v128): v128 {
  return f32x4.mul(x, normalf4(x, densityf4(x)));
}

/** Φ(x) + x · φ(x), φ(x) = exp(−x² / 2) / √(2π) */
@inline
function geluSlope(x: v128): v128 {
  const density = densityf4(x);
  return multiplyAdd(f32x4.mul(x, density), f32x4.splat(0.3989422804), normalf4(x, density));
}

/** x[r, :] = x[r, :] + bias; y = x · Φ(x). y may be x. */
export function geluForward(rows: i32, columns: i32, bias: usize, x: usize, y: usize): void {
  const tail = columns & 3;
  const whole = <usize>(columns - tail) << 2;
  const width = <usize>columns << 2;
  for (let r = 0; r < rows; r++, x += width, y += width) {
    for (let i: usize = 0; i < whole; i += 16) {
      const sum = f32x4.add(v128.load(x + i), v128.load(bias + i));
      v128.store(x + i, sum);
      v128.store(y + i, geluf4(sum));
    }
    if (tail) {
      const sum = f32x4.add(loadTail(x + whole, tail, 0), loadTail(bias + whole, tail, 0));
      storeTail(x + whole, tail, sum);
      storeTail(y + whole, tail, geluf4(sum));
    }
  }
}

/** With x as forward left it: dx = dy · slope(x), dBias = dBias + Σ dx. dx may be dy. */
export function geluBackward(rows: i32, columns: i32, x: usize, dy: usize, dx: usize, dBias: usize): void {
  const tail = columns & 3;
  const whole = <usize>(columns - tail) << 2;
  const width = <usize>columns << 2;
  for (let r = 0; r < rows; r++, x += width, dy += width, dx += width) {
    for (let i: usize = 0; i < whole; i += 16) {
      const d = f32x4.mul(v128.load(dy + i), geluSlope(v128.load(x + i)));
      v128.store(dx + i, d);
      v128.store(dBias + i, f32x4.add(v128.load(dBias + i), d));
    }
    if (tail) {
      const d = f32x4.mul(loadTail(dy + whole, tail, 0), geluSlope(loadTail(x + whole, tail, 0)));
      storeTail(dx + whole, tail, d);
      storeTail(dBias + whole, tail, f32x4.add(loadTail(dBias + whole, tail, 0), d));
    }
  }
}
