// Rounds rows of floats to levels 0…127 for products with 8-bit weights: x ≈ step · (level − zero), with a step and a
// zero for each row, so that the levels span the row's range. Multiplications and additions are never fused here: the
// levels are the same on all machines.
import { LEVEL_BYTES } from './integerTile';

@inline const HIGHEST: f32 = 127;
/** Below it, 1 / step could overflow; rows so close to 0 become 0. */
@inline const SMALLEST_STEP: f32 = 1.2e-38;
// Adding 1.5 · 2²³ rounds a float to an integer, which is then in its low bits.
@inline const ROUND: f32 = 12582912.0;
@inline const ROUND_BITS: i32 = 0x4b400000;

/** x · scales, or x without scales. */
@inline
function scaled(x: usize, scales: usize, i: usize): v128 {
  const values = v128.load(x + i);
  return scales ? f32x4.mul(values, v128.load(scales + i)) : values;
}

@inline
function scaledOne(x: usize, scales: usize, i: usize): f32 {
  const value = load<f32>(x + i);
  return scales ? value * load<f32>(scales + i) : value;
}

/**
 * Rows of x [rows, k], times `scales` [k] unless that is null, as levels in panels of 4 rows, padded to whole quads. The
 * steps [rows] are floats, the zeros [rows] integers. A row with NaN or infinity has the step NaN or infinity.
 */
export function levelRows(
  rows: i32, k: i32, x: usize, ldx: i32, scales: usize, levels: usize, steps: usize, zeros: usize,
): void {
  const panel = <usize>((k + 3) >> 2) * 16 * LEVEL_BYTES;
  for (let r = 0; r < rows; r++, x += <usize>ldx << 2, steps += 4, zeros += 4) {
    const target = levels + <usize>(r >> 2) * panel + <usize>(r & 3) * 4 * LEVEL_BYTES;
    if (scales) levelRow(k, x, scales, target, steps, zeros);
    else levelRow(k, x, 0, target, steps, zeros);
  }
}

@inline
function levelRow(k: i32, x: usize, scales: usize, target: usize, stepAt: usize, zeroAt: usize): void {
  const whole = <usize>(k & ~15) << 2;
  const end = <usize>k << 2;
  // Floats compare like integers: the largest is that of the signed bits, the smallest, if below 0, that of the unsigned
  // bits. NaN is beyond infinity in this order, so that it is not lost.
  let high = i32x4.splat(0);
  let low = i32x4.splat(0);
  for (let i: usize = 0; i < whole; i += 16) {
    const values = scaled(x, scales, i);
    high = i32x4.max_s(high, values);
    low = i32x4.max_u(low, values);
  }
  let most = max(
    max(i32x4.extract_lane(high, 0), i32x4.extract_lane(high, 1)),
    max(i32x4.extract_lane(high, 2), i32x4.extract_lane(high, 3)),
  );
  let least = max(
    max(<u32>i32x4.extract_lane(low, 0), <u32>i32x4.extract_lane(low, 1)),
    max(<u32>i32x4.extract_lane(low, 2), <u32>i32x4.extract_lane(low, 3)),
  );
  for (let i = whole; i < end; i += 4) {
    const bits = reinterpret<i32>(scaledOne(x, scales, i));
    most = max(most, bits);
    least = max(least, <u32>bits);
  }
  const below: f32 = <i32>least < 0 ? -reinterpret<f32>(<i32>least) : 0;
  const step = reinterpret<f32>(most) / HIGHEST + below / HIGHEST;
  const inverse: f32 = step > SMALLEST_STEP ? 1 / step : 0;
  const zero = rounded(below * inverse);
  store<f32>(stepAt, step);
  store<i32>(zeroAt, zero);

  const factor = f32x4.splat(inverse);
  const shift = i32x4.splat(zero - ROUND_BITS);
  let q = target;
  for (let i: usize = 0; i < whole; i += 64, q += 64 * LEVEL_BYTES) {
    const low = i16x8.narrow_i32x4_s(
      someLevels(x, scales, i, factor, shift),
      someLevels(x, scales, i + 16, factor, shift),
    );
    const high = i16x8.narrow_i32x4_s(
      someLevels(x, scales, i + 32, factor, shift),
      someLevels(x, scales, i + 48, factor, shift),
    );
    const bytes = i8x16.min_u(i8x16.narrow_i16x8_u(low, high), i8x16.splat(127));
    if (ASC_FEATURE_RELAXED_SIMD) {
      v128.store32_lane(q, bytes, 0);
      v128.store32_lane(q, bytes, 1, 16);
      v128.store32_lane(q, bytes, 2, 32);
      v128.store32_lane(q, bytes, 3, 48);
    } else {
      const first = i16x8.extend_low_i8x16_u(bytes);
      const second = i16x8.extend_high_i8x16_u(bytes);
      v128.store64_lane(q, first, 0);
      v128.store64_lane(q, first, 1, 32);
      v128.store64_lane(q, second, 0, 64);
      v128.store64_lane(q, second, 1, 96);
    }
  }
  for (let i = whole; i < end; i += 16, q += 16 * LEVEL_BYTES) {
    for (let at: usize = 0; at < 4; at++) {
      const offset = i + (at << 2);
      const level = offset < end ? min(max(rounded(scaledOne(x, scales, offset) * inverse) + zero, 0), 127) : 0;
      if (ASC_FEATURE_RELAXED_SIMD) store<u8>(q + at, <u8>level);
      else store<u16>(q + (at << 1), <u16>level);
    }
  }
}

/** A float to the nearest integer; for small ones only. */
@inline
function rounded(x: f32): i32 {
  return reinterpret<i32>(x + ROUND) - ROUND_BITS;
}

@inline
function someLevels(x: usize, scales: usize, i: usize, factor: v128, shift: v128): v128 {
  return i32x4.add(f32x4.add(f32x4.mul(scaled(x, scales, i), factor), f32x4.splat(ROUND)), shift);
}
