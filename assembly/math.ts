// exp, tanh and sigmoid of four floats at once, with a relative error below 2e-6 if the result is a normal float.
// NaN stays NaN.

// Adding 1.5 · 2²³ rounds a float to an integer, which is then in its low bits.
@inline const ROUND: f32 = 12582912.0;
@inline const ROUND_BITS: i32 = 0x4b400000;

/** x · y + z, in one instruction if available. */
@inline
export function multiplyAdd(x: v128, y: v128, z: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f32x4.relaxed_madd(x, y, z);
  return f32x4.add(z, f32x4.mul(x, y));
}

/** Clamps x to ±limit; pseudo-minimum and -maximum take one instruction each and keep a NaN in the first operand. */
@inline
function clamp(x: v128, limit: f32): v128 {
  return f32x4.pmax(f32x4.pmin(x, f32x4.splat(limit)), f32x4.splat(-limit));
}

/** x / ln 2, rounded, plus ROUND. */
@inline
function exponent(x: v128): v128 {
  return multiplyAdd(x, f32x4.splat(1.44269504), f32x4.splat(ROUND));
}

/** e^x / 2ⁿ for n near x / ln 2: a polynomial in r = x − n ln 2, |r| ≤ ln 2 / 2. */
@inline
function mantissa(x: v128, n: v128): v128 {
  // ln 2 in two parts: the first has few bits, so its product with n is exact.
  let r = multiplyAdd(n, f32x4.splat(-0.693359375), x);
  r = multiplyAdd(n, f32x4.splat(2.12194440e-4), r);
  let p = f32x4.splat(0.008369153959);
  p = multiplyAdd(p, r, f32x4.splat(0.041917545567));
  p = multiplyAdd(p, r, f32x4.splat(0.166665052112));
  p = multiplyAdd(p, r, f32x4.splat(0.499988690331));
  p = multiplyAdd(p, r, f32x4.splat(1));
  return multiplyAdd(p, r, f32x4.splat(1));
}

/** Overflows to infinity, and underflows through the denormals to 0. */
@inline
export function expf4(x: v128): v128 {
  const clamped = f32x4.pmax(f32x4.pmin(x, f32x4.splat(89)), f32x4.splat(-104));
  const shifted = exponent(clamped);
  const p = mantissa(clamped, f32x4.sub(shifted, f32x4.splat(ROUND)));
  // 2ⁿ in two factors, because a single one would exceed the range of normal floats at both ends.
  const n = i32x4.sub(shifted, i32x4.splat(ROUND_BITS));
  const half = i32x4.shr_s(n, 1);
  const first = i32x4.shl(i32x4.add(half, i32x4.splat(127)), 23);
  const second = i32x4.shl(i32x4.add(i32x4.sub(n, half), i32x4.splat(127)), 23);
  return f32x4.mul(f32x4.mul(p, first), second);
}

/** The result is never below the smallest normal float. */
@inline
export function sigmoidf4(x: v128): v128 {
  const one = f32x4.splat(1);
  const clamped = clamp(f32x4.neg(x), 87.3);
  const shifted = exponent(clamped);
  const p = mantissa(clamped, f32x4.sub(shifted, f32x4.splat(ROUND)));
  const power = i32x4.shl(i32x4.add(shifted, i32x4.splat(127 - ROUND_BITS)), 23);
  return f32x4.div(one, multiplyAdd(p, power, one));
}

/** x · P(x²) / Q(x²), fitted to |x| ≤ 7.9, where tanh is 1 to a float's precision. */
@inline
export function tanhf4(x: v128): v128 {
  const clamped = clamp(x, 7.9);
  const s = f32x4.mul(clamped, clamped);
  let p = f32x4.splat(-6.263663293911947e-9);
  p = multiplyAdd(p, s, f32x4.splat(7.229348972795845e-6));
  p = multiplyAdd(p, s, f32x4.splat(0.0027052449540921307));
  p = multiplyAdd(p, s, f32x4.splat(0.1272096327595142));
  p = multiplyAdd(p, s, f32x4.splat(0.9999998071026994));
  let q = f32x4.splat(0.0001978839010891611);
  q = multiplyAdd(q, s, f32x4.splat(0.02288782974887916));
  q = multiplyAdd(q, s, f32x4.splat(0.46054141001837295));
  q = multiplyAdd(q, s, f32x4.splat(1));
  return f32x4.div(f32x4.mul(clamped, p), q);
}
