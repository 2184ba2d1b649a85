// Max-plus rows, with which the exact decoders fill their charts. Rows are padded to whole vectors.

export const VECTOR: usize = 16;

/** Floats in a row of `length` entries, rounded up to whole vectors. */
@inline
export function padded(length: i32): i32 {
  return (length + 3) & ~3;
}

@inline
export function fillRow(row: usize, bytes: usize, value: f32): void {
  const v = f32x4.splat(value);
  for (let o: usize = 0; o < bytes; o += VECTOR) v128.store(row + o, v);
}

/**
 * row[j] = max(row[j], p_l + q[l][j] over the four rows l of q), for the vectors from byte `from` to byte `to`. pmax drops
 * a NaN on its right, so the contents of padding never matter.
 */
@inline
export function sweep(
  row: usize,
  q: usize,
  stride: usize,
  from: usize,
  to: usize,
  p0: v128,
  p1: v128,
  p2: v128,
  p3: v128,
): void {
  const qb = q + stride;
  const qc = qb + stride;
  const qd = qc + stride;
  for (let o = from; o < to; o += VECTOR) {
    let v = v128.load(row + o);
    v = f32x4.pmax(v, f32x4.add(p0, v128.load(q + o)));
    v = f32x4.pmax(v, f32x4.add(p1, v128.load(qb + o)));
    v = f32x4.pmax(v, f32x4.add(p2, v128.load(qc + o)));
    v = f32x4.pmax(v, f32x4.add(p3, v128.load(qd + o)));
    v128.store(row + o, v);
  }
}

/** max(v, p_l + q_l over the four rows q_l), where p_l are the four floats at `p`. */
@inline
export function best(v: v128, p: usize, q0: v128, q1: v128, q2: v128, q3: v128): v128 {
  v = f32x4.pmax(v, f32x4.add(v128.load_splat<f32>(p), q0));
  v = f32x4.pmax(v, f32x4.add(v128.load_splat<f32>(p, 4), q1));
  v = f32x4.pmax(v, f32x4.add(v128.load_splat<f32>(p, 8), q2));
  return f32x4.pmax(v, f32x4.add(v128.load_splat<f32>(p, 12), q3));
}

/** One lane in every lane. */
@inline
export function splat0(v: v128): v128 {
  return v128.shuffle<f32>(v, v, 0, 0, 0, 0);
}

@inline
export function splat1(v: v128): v128 {
  return v128.shuffle<f32>(v, v, 1, 1, 1, 1);
}

@inline
export function splat2(v: v128): v128 {
  return v128.shuffle<f32>(v, v, 2, 2, 2, 2);
}

@inline
export function splat3(v: v128): v128 {
  return v128.shuffle<f32>(v, v, 3, 3, 3, 3);
}
