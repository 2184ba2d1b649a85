// Non-negative numbers of any size for sums over all trees: a float times a power of two, m · 2^e, with m in one row and
// the integer e in another. Their sums and products are as exact as floats and need no exponential function; logarithms
// in floats would lose digits as they grow.
//
// A number is normalized if its m is between 1/4 and 8, or if m is 0 and e is ZERO.
import { multiplyAdd } from './math';
import { laneSum } from './vector';

/** The exponent of 0: below those of all other numbers and their products, and without overflow in a sum of five. */
export const ZERO: i32 = -(1 << 27);

/** 2^(d − 127); 0 unless d > 0. */
@inline
export function power(d: v128): v128 {
  return i32x4.shl(i32x4.max_s(d, i32x4.splat(0)), 23);
}

@inline
export function powerOf(d: i32): f32 {
  return reinterpret<f32>(max(d, 0) << 23);
}

/** The mantissa of a sum with exponent `e`, the larger of its two. */
@inline
export function sum(am: v128, ae: v128, bm: v128, be: v128, e: v128): v128 {
  const base = i32x4.sub(e, i32x4.splat(127));
  return multiplyAdd(bm, power(i32x4.sub(be, base)), f32x4.mul(am, power(i32x4.sub(ae, base))));
}

@inline
export function sumOf(am: f32, ae: i32, bm: f32, be: i32, e: i32): f32 {
  return am * powerOf(ae - e + 127) + bm * powerOf(be - e + 127);
}

/** Normalizes a mantissa to between 1 and 2, with its exponent. */
@inline
export function orderedMantissa(m: f32): f32 {
  return m == 0 ? 0 : reinterpret<f32>((reinterpret<i32>(m) & 0x7fffff) | 0x3f800000);
}

@inline
export function orderedExponent(m: f32, e: i32): i32 {
  return m == 0 ? ZERO : e + (reinterpret<i32>(m) >>> 23) - 127;
}

/** Four of them at once. */
@inline
export function orderedMantissas(m: v128): v128 {
  const ordered = v128.or(v128.and(m, i32x4.splat(0x7fffff)), i32x4.splat(0x3f800000));
  return v128.and(ordered, f32x4.ne(m, f32x4.splat(0)));
}

@inline
export function orderedExponents(m: v128, e: v128): v128 {
  const ordered = i32x4.add(e, i32x4.sub(i32x4.shr_u(m, 23), i32x4.splat(127)));
  return v128.bitselect(ordered, i32x4.splat(ZERO), f32x4.ne(m, f32x4.splat(0)));
}

/** Clears the numbers from byte `from` to byte `to` of a row whose exponents are `gap` bytes later. */
@inline
export function clear(row: usize, gap: usize, from: usize, to: usize): void {
  for (let o = from; o < to; o += 16) {
    v128.store(row + o, f32x4.splat(0));
    v128.store(row + gap + o, i32x4.splat(ZERO));
  }
}

/** The limit of the exponents of single scores, so that no sum of three per word gets near ZERO. */
@inline
export function limitOf(n: i32): f64 {
  return <f64>(1 << 25) / (3 * <f64>(n + 1));
}

/**
 * e^(x + y) for the entries from `first` to `last` of two rows of scores, each of which may be absent; the other entries
 * from the vector of `first` up to byte `end` are cleared. Minus infinity becomes 0. Returns whether all scores are
 * numbers below infinity.
 */
export function exponentials(
  x: usize,
  y: usize,
  first: i32,
  last: i32,
  row: usize,
  gap: usize,
  end: usize,
  limit: f64,
): bool {
  const none = f32x4.splat(-Infinity);
  let sound = i32x4.splat(-1);
  let o = (<usize>first << 2) & ~15;
  for (; o < end && <i32>(o >> 2) <= last; o += 16) {
    const place = i32x4.add(i32x4.splat(<i32>(o >> 2)), i32x4(0, 1, 2, 3));
    const within = v128.and(i32x4.ge_s(place, i32x4.splat(first)), i32x4.le_s(place, i32x4.splat(last)));
    const a = v128.bitselect(x ? v128.load(x + o) : f32x4.splat(0), none, within);
    const b = v128.and(y ? v128.load(y + o) : f32x4.splat(0), within);
    const some = v128.and(f32x4.gt(a, none), f32x4.gt(b, none));
    sound = v128.and(sound, v128.and(f32x4.lt(a, f32x4.splat(Infinity)), f32x4.lt(b, f32x4.splat(Infinity))));
    const low = binary(a, b, limit);
    const high = binary(v128.shuffle<f32>(a, a, 2, 3, 2, 3), v128.shuffle<f32>(b, b, 2, 3, 2, 3), limit);
    const lowE = f64x2.nearest(low);
    const highE = f64x2.nearest(high);
    const e = v128.shuffle<i32>(i32x4.trunc_sat_f64x2_s_zero(lowE), i32x4.trunc_sat_f64x2_s_zero(highE), 0, 1, 4, 5);
    const lowF = f32x4.demote_f64x2_zero(f64x2.sub(low, lowE));
    const highF = f32x4.demote_f64x2_zero(f64x2.sub(high, highE));
    v128.store(row + o, v128.and(powerOfTwo(v128.shuffle<f32>(lowF, highF, 0, 1, 4, 5)), some));
    v128.store(row + gap + o, v128.bitselect(e, i32x4.splat(ZERO), some));
  }
  clear(row, gap, o, end);
  return i32x4.all_true(sound);
}

/** The first two sums over ln 2, within the limit, as doubles: scores may be large, and their fractions count. */
@inline
function binary(a: v128, b: v128, limit: f64): v128 {
  const sum = f64x2.add(f64x2.promote_low_f32x4(a), f64x2.promote_low_f32x4(b));
  const y = f64x2.mul(sum, f64x2.splat(1.4426950408889634));
  return f64x2.pmin(f64x2.pmax(y, f64x2.splat(-limit)), f64x2.splat(limit));
}

/** 2^f for f between −1/2 and 1/2: the exponential series to a float's precision. */
@inline
function powerOfTwo(f: v128): v128 {
  const r = f32x4.mul(f, f32x4.splat(0.6931471806));
  let p = f32x4.splat(1.9841270e-4);
  p = multiplyAdd(p, r, f32x4.splat(1.3888889e-3));
  p = multiplyAdd(p, r, f32x4.splat(8.3333333e-3));
  p = multiplyAdd(p, r, f32x4.splat(4.1666667e-2));
  p = multiplyAdd(p, r, f32x4.splat(1.6666667e-1));
  p = multiplyAdd(p, r, f32x4.splat(0.5));
  p = multiplyAdd(p, r, f32x4.splat(1));
  return multiplyAdd(p, r, f32x4.splat(1));
}

/** Adds p · q to each number of a row, from byte `from` to byte `to`. */
@inline
export function push(
  row: usize,
  gap: usize,
  q: usize,
  plane: usize,
  from: usize,
  to: usize,
  m: f32,
  e: i32,
): void {
  const pm = f32x4.splat(m);
  const pe = i32x4.splat(e);
  for (let o = from; o < to; o += 16) {
    const te = i32x4.add(pe, v128.load(q + plane + o));
    const ae = v128.load(row + gap + o);
    const larger = i32x4.max_s(ae, te);
    const tm = f32x4.mul(pm, v128.load(q + o));
    v128.store(row + o, sum(v128.load(row + o), ae, tm, te, larger));
    v128.store(row + gap + o, larger);
  }
}

// The backward pass: how often each number is used, as probabilities in plain floats.

/** Uses below 2^−SMALL count as 0, so that no product is too small for a float. */
@inline const SMALL: i32 = 60;

/** The uses of a number, divided by the number. */
@inline
export function partMantissa(used: f32, m: f32): f32 {
  return used < powerOf(127 - SMALL) ? 0 : used / m;
}

@inline
export function partExponent(used: f32, e: i32): i32 {
  return used < powerOf(127 - SMALL) ? ZERO : -e;
}

/** Four of them at once. */
@inline
export function partMantissas(used: v128, m: v128): v128 {
  return v128.and(f32x4.div(used, m), f32x4.ge(used, f32x4.splat(powerOf(127 - SMALL))));
}

@inline
export function partExponents(used: v128, e: v128): v128 {
  return v128.bitselect(i32x4.neg(e), i32x4.splat(ZERO), f32x4.ge(used, f32x4.splat(powerOf(127 - SMALL))));
}

/** How much larger, and with how much larger an exponent, the first of three factors of a share must be. */
@inline
export function lift(): f32 {
  return powerOf(127 + 127 - SMALL);
}

@inline
export function lifted(e: v128): v128 {
  return i32x4.add(e, i32x4.splat(SMALL));
}

/** A probability: the product of three numbers, the first of them lifted. */
@inline
export function share(pm: v128, pe: v128, wm: v128, we: v128, qm: v128, qe: v128): v128 {
  return f32x4.mul(f32x4.mul(f32x4.mul(pm, wm), qm), power(i32x4.add(i32x4.add(pe, we), qe)));
}

/** The backward pass of `push`: adds each w · p · q to the uses of q, and returns their sum, the uses of p. */
@inline
export function handDown(
  w: usize,
  gap: usize,
  q: usize,
  plane: usize,
  uses: usize,
  from: usize,
  to: usize,
  m: f32,
  e: i32,
): f32 {
  const pm = f32x4.splat(m * lift());
  const pe = lifted(i32x4.splat(e));
  let total = f32x4.splat(0);
  for (let o = from; o < to; o += 16) {
    const part = share(pm, pe, v128.load(w + o), v128.load(w + gap + o), v128.load(q + o), v128.load(q + plane + o));
    total = f32x4.add(total, part);
    v128.store(uses + o, f32x4.add(v128.load(uses + o), part));
  }
  return laneSum(total);
}
