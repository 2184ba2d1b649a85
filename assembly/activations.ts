// tanh and (leaky) rectifiers over arrays, forward and backward, and row-wise softmax. Outputs may overwrite inputs.
import { expf4, multiplyAdd, tanhf4 } from './math';
import { laneSum, loadTail, storeTail } from './vector';

export function tanhForward(count: i32, x: usize, y: usize): void {
  const tail = count & 3;
  const end = x + (<usize>(count - tail) << 2);
  for (; x < end; x += 16, y += 16) v128.store(y, tanhf4(v128.load(x)));
  if (tail) storeTail(y, tail, tanhf4(loadTail(x, tail, 0)));
}

/** dx = dy · (1 − y²) */
export function tanhBackward(count: i32, y: usize, dy: usize, dx: usize): void {
  const tail = count & 3;
  const end = y + (<usize>(count - tail) << 2);
  for (; y < end; y += 16, dy += 16, dx += 16) v128.store(dx, tanhSlope(v128.load(y), v128.load(dy)));
  if (tail) storeTail(dx, tail, tanhSlope(loadTail(y, tail, 0), loadTail(dy, tail, 0)));
}

@inline
function tanhSlope(y: v128, dy: v128): v128 {
  return f32x4.mul(dy, f32x4.sub(f32x4.splat(1), f32x4.mul(y, y)));
}

/** y = x where x is positive, else slope · x */
export function rectifierForward(count: i32, slope: f32, x: usize, y: usize): void {
  const tail = count & 3;
  const end = x + (<usize>(count - tail) << 2);
  for (; x < end; x += 16, y += 16) v128.store(y, rectified(v128.load(x), v128.load(x), slope));
  if (tail) storeTail(y, tail, rectified(loadTail(x, tail, 0), loadTail(x, tail, 0), slope));
}

/** dx = dy where y is positive, else slope · dy */
export function rectifierBackward(count: i32, slope: f32, y: usize, dy: usize, dx: usize): void {
  const tail = count & 3;
  const end = y + (<usize>(count - tail) << 2);
  for (; y < end; y += 16, dy += 16, dx += 16) {
    v128.store(dx, rectified(v128.load(y), v128.load(dy), slope));
  }
  if (tail) storeTail(dx, tail, rectified(loadTail(y, tail, 0), loadTail(dy, tail, 0), slope));
}

/** `value` where `sign` is positive, else slope · value */
@inline
function rectified(sign: v128, value: v128, slope: f32): v128 {
  const below = f32x4.mul(value, f32x4.splat(slope));
  return v128.bitselect(value, below, f32x4.gt(sign, f32x4.splat(0)));
}

@inline
function rowMaximum(columns: i32, x: usize): f32 {
  const tail = columns & 3;
  const end = x + (<usize>(columns - tail) << 2);
  let most = f32x4.splat(-Infinity);
  for (; x < end; x += 16) most = f32x4.max(most, v128.load(x));
  if (tail) most = f32x4.max(most, loadTail(x, tail, -Infinity));
  return max(
    max(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1)),
    max(f32x4.extract_lane(most, 2), f32x4.extract_lane(most, 3)),
  );
}

/** result[r] = log Σ exp x[r, :]; −∞ for a row of only −∞. */
export function logSumExpRows(rows: i32, columns: i32, x: usize, result: usize): void {
  const tail = columns & 3;
  const width = <usize>columns << 2;
  for (let r = 0; r < rows; r++, x += width, result += 4) {
    const most = rowMaximum(columns, x);
    if (most == -Infinity) {
      store<f32>(result, -Infinity);
      continue;
    }
    const shift = f32x4.splat(most);
    let sum = f32x4.splat(0);
    let p = x;
    for (const end = x + (<usize>(columns - tail) << 2); p < end; p += 16) {
      sum = f32x4.add(sum, expf4(f32x4.sub(v128.load(p), shift)));
    }
    if (tail) sum = f32x4.add(sum, expf4(f32x4.sub(loadTail(p, tail, -Infinity), shift)));
    store<f32>(result, most + Mathf.log(laneSum(sum)));
  }
}

/** y[r, :] = exp x[r, :] / Σ exp x[r, :] */
export function softmaxRows(rows: i32, columns: i32, x: usize, y: usize): void {
  const tail = columns & 3;
  const width = <usize>columns << 2;
  for (let r = 0; r < rows; r++, x += width, y += width) {
    const shift = f32x4.splat(rowMaximum(columns, x));
    let sum = f32x4.splat(0);
    let p = x;
    let q = y;
    for (const end = x + (<usize>(columns - tail) << 2); p < end; p += 16, q += 16) {
      const e = expf4(f32x4.sub(v128.load(p), shift));
      v128.store(q, e);
      sum = f32x4.add(sum, e);
    }
    if (tail) {
      const e = expf4(f32x4.sub(loadTail(p, tail, -Infinity), shift));
      storeTail(q, tail, e);
      sum = f32x4.add(sum, e);
    }
    const factor = f32x4.splat(1 / laneSum(sum));
    q = y;
    for (const end = y + (<usize>(columns - tail) << 2); q < end; q += 16) {
      v128.store(q, f32x4.mul(v128.load(q), factor));
    }
    if (tail) storeTail(q, tail, f32x4.mul(loadTail(q, tail, 0), factor));
  }
}

/** dx = y · (dy − Σ dy · y), row by row. dx may be dy. */
export function softmaxBackwardRows(rows: i32, columns: i32, y: usize, dy: usize, dx: usize): void {
  const tail = columns & 3;
  const whole = <usize>(columns - tail) << 2;
  const width = <usize>columns << 2;
  for (let r = 0; r < rows; r++, y += width, dy += width, dx += width) {
    let sum = f32x4.splat(0);
    for (let i: usize = 0; i < whole; i += 16) sum = multiplyAdd(v128.load(y + i), v128.load(dy + i), sum);
    if (tail) sum = multiplyAdd(loadTail(y + whole, tail, 0), loadTail(dy + whole, tail, 0), sum);
    const along = f32x4.splat(laneSum(sum));
    for (let i: usize = 0; i < whole; i += 16) {
      v128.store(dx + i, f32x4.mul(v128.load(y + i), f32x4.sub(v128.load(dy + i), along)));
    }
    if (tail) {
      const d = f32x4.sub(loadTail(dy + whole, tail, 0), along);
      storeTail(dx + whole, tail, f32x4.mul(loadTail(y + whole, tail, 0), d));
    }
  }
}
