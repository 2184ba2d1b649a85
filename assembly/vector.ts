// Helpers for vectors of four floats: the rest of an array, and the sum of the lanes.

/** The floats left over after whole vectors of four, as a vector padded with `rest`. */
@inline
export function loadTail(pointer: usize, count: i32, rest: f32): v128 {
  let x = f32x4.splat(rest);
  x = f32x4.replace_lane(x, 0, load<f32>(pointer));
  if (count > 1) x = f32x4.replace_lane(x, 1, load<f32>(pointer, 4));
  if (count > 2) x = f32x4.replace_lane(x, 2, load<f32>(pointer, 8));
  return x;
}

@inline
export function storeTail(pointer: usize, count: i32, x: v128): void {
  store<f32>(pointer, f32x4.extract_lane(x, 0));
  if (count > 1) store<f32>(pointer, f32x4.extract_lane(x, 1), 4);
  if (count > 2) store<f32>(pointer, f32x4.extract_lane(x, 2), 8);
}

@inline
export function laneSum(x: v128): f32 {
  return f32x4.extract_lane(x, 0) + f32x4.extract_lane(x, 1) + (f32x4.extract_lane(x, 2) + f32x4.extract_lane(x, 3));
}

/** Up to four floats; if `count` is a literal 4, this is a plain load. */
@inline
export function loadSome(pointer: usize, count: i32): v128 {
  return count == 4 ? v128.load(pointer) : loadTail(pointer, count, 0);
}

@inline
export function storeSome(pointer: usize, count: i32, x: v128): void {
  if (count == 4) v128.store(pointer, x);
  else storeTail(pointer, count, x);
}
