// Arithmetic over arrays and rows. `count` is in floats; a `stride` is the floats from one row to the next.

export function fill(count: i32, value: f32, y: usize): void {
  const tail = count & 3;
  const end = y + ((<usize>(count - tail)) << 2);
  const values = f32x4.splat(value);
  for (; y < end; y += 16) v128.store(y, values);
  for (const last = y + ((<usize>tail) << 2); y < last; y += 4) store<f32>(y, value);
}

/** y = x */
export function copy(count: i32, x: usize, y: usize): void {
  memory.copy(y, x, (<usize>count) << 2);
}

/** x = alpha · x */
export function scale(count: i32, alpha: f32, x: usize): void {
  const tail = count & 3;
  const end = x + ((<usize>(count - tail)) << 2);
  const factor = f32x4.splat(alpha);
  for (; x < end; x += 16) v128.store(x, f32x4.mul(v128.load(x), factor));
  for (const last = x + ((<usize>tail) << 2); x < last; x += 4) store<f32>(x, load<f32>(x) * alpha);
}

/** y = y + alpha · x */
export function axpy(count: i32, alpha: f32, x: usize, y: usize): void {
  const tail = count & 3;
  const end = x + ((<usize>(count - tail)) << 2);
  const factor = f32x4.splat(alpha);
  for (; x < end; x += 16, y += 16) {
    v128.store(y, f32x4.add(v128.load(y), f32x4.mul(v128.load(x), factor)));
  }
  for (const last = x + ((<usize>tail) << 2); x < last; x += 4, y += 4) {
    store<f32>(y, load<f32>(y) + load<f32>(x) * alpha);
  }
}

/** z = x · y, element by element */
export function multiply(count: i32, x: usize, y: usize, z: usize): void {
  const tail = count & 3;
  const end = x + ((<usize>(count - tail)) << 2);
  for (; x < end; x += 16, y += 16, z += 16) v128.store(z, f32x4.mul(v128.load(x), v128.load(y)));
  for (const last = x + ((<usize>tail) << 2); x < last; x += 4, y += 4, z += 4) {
    store<f32>(z, load<f32>(x) * load<f32>(y));
  }
}

/** Σ x², in double precision */
export function squaredNorm(count: i32, x: usize): f64 {
  const tail = count & 3;
  const end = x + ((<usize>(count - tail)) << 2);
  let low = f64x2.splat(0);
  let high = f64x2.splat(0);
  for (; x < end; x += 16) {
    const values = v128.load(x);
    const a = f64x2.promote_low_f32x4(values);
    const b = f64x2.promote_low_f32x4(
      i8x16.shuffle(values, values, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7),
    );
    low = f64x2.add(low, f64x2.mul(a, a));
    high = f64x2.add(high, f64x2.mul(b, b));
  }
  const sums = f64x2.add(low, high);
  let sum = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
  for (const last = x + ((<usize>tail) << 2); x < last; x += 4) sum += <f64>load<f32>(x) * <f64>load<f32>(x);
  return sum;
}

/** y[r, :] = y[r, :] + row */
export function addRow(rows: i32, columns: i32, row: usize, y: usize, stride: i32): void {
  for (let r = 0; r < rows; r++, y += (<usize>stride) << 2) axpy(columns, 1, row, y);
}

/** row = row + Σ over r of x[r, :] */
export function sumRows(rows: i32, columns: i32, x: usize, stride: i32, row: usize): void {
  for (let r = 0; r < rows; r++, x += (<usize>stride) << 2) axpy(columns, 1, x, row);
}

/** y[r, :] = table[indices[r], :] */
export function gatherRows(
  rows: i32,
  columns: i32,
  indices: usize,
  table: usize,
  y: usize,
  stride: i32,
): void {
  const width = (<usize>columns) << 2;
  for (let r = 0; r < rows; r++, indices += 4, y += (<usize>stride) << 2) {
    memory.copy(y, table + <usize>load<i32>(indices) * width, width);
  }
}

/** table[indices[r], :] = table[indices[r], :] + x[r, :]; an index may occur twice. */
export function scatterAddRows(
  rows: i32,
  columns: i32,
  indices: usize,
  x: usize,
  stride: i32,
  table: usize,
): void {
  const width = (<usize>columns) << 2;
  for (let r = 0; r < rows; r++, indices += 4, x += (<usize>stride) << 2) {
    axpy(columns, 1, x, table + <usize>load<i32>(indices) * width);
  }
}
