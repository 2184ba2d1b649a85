// Dropout, with given masks, each for many rows, and with masks generated on the fly.
import { multiply } from './basics';
import { loadTail, storeTail } from './vector';

/** y[r, :] = x[r, :] · masks[indices[r], :] */
export function maskRows(rows: i32, columns: i32, indices: usize, masks: usize, x: usize, y: usize): void {
  const width = <usize>columns << 2;
  for (let r = 0; r < rows; r++, indices += 4, x += width, y += width) {
    multiply(columns, x, masks + <usize>load<i32>(indices) * width, y);
  }
}

/** 32 random bits per element: a Weyl sequence through a mixer with good avalanche (Wellons' lowbias32). */
@inline
function bitsOf(places: v128, seed: v128): v128 {
  let bits = i32x4.add(i32x4.mul(places, i32x4.splat(<i32>0x9e3779b9)), seed);
  bits = i32x4.mul(v128.xor(bits, i32x4.shr_u(bits, 16)), i32x4.splat(0x7feb352d));
  bits = i32x4.mul(v128.xor(bits, i32x4.shr_u(bits, 15)), i32x4.splat(<i32>0x846ca68b));
  return v128.xor(bits, i32x4.shr_u(bits, 16));
}

/** The next four numbers of the mask: 0 or 1 / (1 − rate). */
@inline
function mask(places: v128, seed: v128, threshold: v128, factor: v128): v128 {
  // There is no unsigned comparison of four integers, so compare the bits without the sign.
  return v128.and(i32x4.ge_s(i32x4.shr_u(bitsOf(places, seed), 1), threshold), factor);
}

@inline
function thresholdOf(rate: f64): v128 {
  return i32x4.splat(<i32>(rate * 2147483648.0));
}

/** y = x · mask. The mask depends only on the seed, so that backward regenerates it and nothing is stored. */
export function dropout(count: i32, seed: i32, rate: f64, x: usize, y: usize): void {
  const seeds = i32x4.splat(seed);
  const threshold = thresholdOf(rate);
  const factor = f32x4.splat(<f32>(1 / (1 - rate)));
  const tail = count & 3;
  let places = i32x4(0, 1, 2, 3);
  for (const end = x + (<usize>(count - tail) << 2); x < end; x += 16, y += 16) {
    v128.store(y, f32x4.mul(v128.load(x), mask(places, seeds, threshold, factor)));
    places = i32x4.add(places, i32x4.splat(4));
  }
  if (tail) storeTail(y, tail, f32x4.mul(loadTail(x, tail, 0), mask(places, seeds, threshold, factor)));
}
