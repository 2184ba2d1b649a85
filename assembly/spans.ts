// The chart of items [k, j] that arc-hybrid, arc-eager and edge-factored parsing share, filled in the max-plus semiring:
//
//   right: V[k,j] = max over i of V[k,i] + A(k,i) + c(k,i) + V[i,j] + B(i,j)      arc k → i
//   left:  V[k,j] = max over i of V[k,i] + C(k,i)          + V[i,j] + D(i,j) + c(j,i)  arc j → i, j ≤ n
//
// Arc-eager: A, B, C, D = right-arc, reduce, shift, reduce-left. Arc-hybrid: A = C = shift, B = reduce-right (the paper's
// second lemma). Edge-factored: all four zero, the scores in c (its first lemma). A table pointer of 0 means all zeros.
//
// Row k is filled from left to right: once V[k,i] is final it is pushed on to every j > i, a whole SIMD row at a time, so
// there is no horizontal maximum. Q1[i,j] = V[i,j] + B(i,j) and Q2[i,j] = V[i,j] + D(i,j) + c(j,i) are kept by rows.
// Backtracking looks for the maximum again: O(n) an item, O(n²) in all, which spares back-pointers in the inner loop.

const VECTOR: usize = 16;

/** Floats in a row of the chart: n + 2 positions, rounded up to whole vectors. */
// @ts-ignore: decorator
@inline
function rowFloats(n: i32): i32 {
  return (n + 2 + 3) & ~3;
}

/** Bytes of workspace that the kernels below need for n words: V, N, Q1, Q2, then the backtracking stack. */
export function spansBytes(n: i32): i32 {
  const s = rowFloats(n);
  return 16 * s * s + 12 * (s + 2);
}

// @ts-ignore: decorator
@inline
function fill(from: usize, floats: i32, value: f32): void {
  const v = f32x4.splat(value);
  const to = from + (<usize>floats << 2);
  for (let p = from; p < to; p += VECTOR) v128.store(p, v);
}

/** row[j] = max(row[j], p_l + q[l][j] for the four rows l of q), for the vectors from `at` to the row's end. */
// @ts-ignore: decorator
@inline
function sweep(row: usize, q: usize, stride: usize, at: usize, p0: v128, p1: v128, p2: v128, p3: v128): void {
  const qa = q,
    qb = q + stride,
    qc = q + 2 * stride,
    qd = q + 3 * stride;
  for (let o = at; o < stride; o += VECTOR) {
    let v = v128.load(row + o);
    v = f32x4.pmax(v, f32x4.add(p0, v128.load(qa + o)));
    v = f32x4.pmax(v, f32x4.add(p1, v128.load(qb + o)));
    v = f32x4.pmax(v, f32x4.add(p2, v128.load(qc + o)));
    v = f32x4.pmax(v, f32x4.add(p3, v128.load(qd + o)));
    v128.store(row + o, v);
  }
}

// @ts-ignore: decorator
@inline
function load4(table: usize, offset: usize): v128 {
  return table ? v128.load(table + offset) : f32x4.splat(0);
}

/**
 * Fills the chart and returns the goal's score, V[0, n+1]. Tables are (n+2)×(n+2), c is (n+1)×(n+1) by head and modifier,
 * or 0. `canonical` keeps one sequence a tree: right combinations then build only on items whose last step was not
 * reduce-left (kept in N). pmax drops a NaN on its right, so whatever stands outside the upper triangle is never felt.
 */
export function spansFill(
  n: i32,
  A: usize,
  B: usize,
  C: usize,
  D: usize,
  c: usize,
  singleRoot: bool,
  canonical: bool,
  work: usize,
): f32 {
  const s = rowFloats(n);
  const stride = <usize>s << 2;
  const square = stride * <usize>s;
  const V = work;
  const N = canonical ? work + square : V;
  const Q1 = work + 2 * square;
  const Q2 = Q1 + square;
  // Without arc scores both arc-hybrid reductions pay the same A = C on the left, and one product over max(B, D) does.
  const merged = A == C && !c && !canonical;
  // Rows beyond n belong to no item, but the last block of four reads them.
  for (let i = n + 1; i < s; i++) {
    fill(Q1 + <usize>i * stride, s, -Infinity);
    fill(Q2 + <usize>i * stride, s, -Infinity);
  }
  for (let k = n; k >= 0; k--) {
    const rowV = V + <usize>k * stride;
    const rowN = N + <usize>k * stride;
    fill(rowV, s, -Infinity);
    if (canonical) fill(rowN, s, -Infinity);
    store<f32>(rowN + (<usize>(k + 1) << 2), 0);
    const onlyLeft = singleRoot && !k;
    const right = !onlyLeft;
    const left = !merged || onlyLeft;
    for (let i = (k + 1) & ~3; i <= n && k < n; i += 4) {
      const at = <usize>i << 2;
      const scores = <usize>k * (<usize>(n + 2) << 2) + at;
      const q1 = Q1 + <usize>i * stride;
      const q2 = Q2 + <usize>i * stride;
      let a = load4(A, scores);
      if (c) a = f32x4.add(a, v128.load(c + <usize>k * (<usize>(n + 1) << 2) + at));
      const b = load4(C, scores);
      // The block's own four positions become final one after the other.
      let v = f32x4.pmax(v128.load(rowV + at), v128.load(rowN + at));
      let last = v128.load(rowN + at);
      const r0 = f32x4.splat(f32x4.extract_lane(f32x4.add(v, a), 0));
      const l0 = f32x4.splat(f32x4.extract_lane(f32x4.add(v, b), 0));
      if (right) last = f32x4.pmax(last, f32x4.add(r0, v128.load(q1 + at)));
      if (left) v = f32x4.pmax(v, f32x4.add(l0, v128.load(q2 + at)));
      v = f32x4.pmax(v, last);
      const r1 = f32x4.splat(f32x4.extract_lane(f32x4.add(v, a), 1));
      const l1 = f32x4.splat(f32x4.extract_lane(f32x4.add(v, b), 1));
      if (right) last = f32x4.pmax(last, f32x4.add(r1, v128.load(q1 + stride + at)));
      if (left) v = f32x4.pmax(v, f32x4.add(l1, v128.load(q2 + stride + at)));
      v = f32x4.pmax(v, last);
      const r2 = f32x4.splat(f32x4.extract_lane(f32x4.add(v, a), 2));
      const l2 = f32x4.splat(f32x4.extract_lane(f32x4.add(v, b), 2));
      if (right) last = f32x4.pmax(last, f32x4.add(r2, v128.load(q1 + 2 * stride + at)));
      if (left) v = f32x4.pmax(v, f32x4.add(l2, v128.load(q2 + 2 * stride + at)));
      v = f32x4.pmax(v, last);
      const r3 = f32x4.splat(f32x4.extract_lane(f32x4.add(v, a), 3));
      const l3 = f32x4.splat(f32x4.extract_lane(f32x4.add(v, b), 3));
      v128.store(rowN + at, last);
      v128.store(rowV + at, v);
      if (right) sweep(rowN, q1, stride, at + VECTOR, r0, r1, r2, r3);
      if (left) sweep(rowV, q2, stride, at + VECTOR, l0, l1, l2, l3);
    }
    // The block of n+1 takes part in no combination on the left, so it is finished here.
    const end = stride - VECTOR;
    v128.store(rowV + end, f32x4.pmax(v128.load(rowV + end), v128.load(rowN + end)));
    if (k) finishRow(n, k, rowV, rowN, Q1 + <usize>k * stride, Q2 + <usize>k * stride, B, D, c, merged);
  }
  const goal = V + (<usize>(n + 1) << 2);
  if (singleRoot) {
    // ROOT takes its only dependent in the very last step.
    let best: f32 = -Infinity;
    for (let i = 1; i <= n; i++) best = max(best, rightScore(n, 0, i, n + 1, A, c, V, Q1));
    store<f32>(goal, best);
  }
  return load<f32>(goal);
}

/** Row k of Q1 and Q2 from the finished row k of V and N. */
function finishRow(
  n: i32,
  k: i32,
  rowV: usize,
  rowN: usize,
  q1: usize,
  q2: usize,
  B: usize,
  D: usize,
  c: usize,
  merged: bool,
): void {
  const stride = <usize>rowFloats(n) << 2;
  const scores = <usize>k * (<usize>(n + 2) << 2);
  const end = <usize>(n + 1) << 2;
  // V is -Infinity up to position k, so whatever the tables hold there leaves no trace but -Infinity or NaN.
  for (let o: usize = 0; o < stride; o += VECTOR) {
    v128.store(q1 + o, f32x4.add(v128.load(rowN + o), load4(B, scores + o)));
    v128.store(q2 + o, f32x4.add(v128.load(rowV + o), load4(D, scores + o)));
  }
  if (c) {
    const heads = <usize>(n + 1) << 2;
    let arc = c + <usize>(k + 1) * heads + (<usize>k << 2);
    for (let o = <usize>(k + 1) << 2; o < end; o += 4, arc += heads) {
      store<f32>(q2 + o, load<f32>(q2 + o) + load<f32>(arc));
    }
  }
  // Reduce-left needs a word at the front of the buffer, and n+1 is none.
  store<f32>(q2 + end, -Infinity);
  if (merged) {
    for (let o: usize = 0; o < stride; o += VECTOR) {
      v128.store(q1 + o, f32x4.pmax(v128.load(q1 + o), v128.load(q2 + o)));
    }
  }
}

/** Score of [k, j] by the right combination at i; like the left one, summed in the order of spansFill. */
// @ts-ignore: decorator
@inline
function rightScore(n: i32, k: i32, i: i32, j: i32, A: usize, c: usize, V: usize, Q1: usize): f32 {
  const stride = <usize>rowFloats(n) << 2;
  let a: f32 = A ? load<f32>(A + (<usize>(k * (n + 2) + i) << 2)) : 0;
  if (c) a += load<f32>(c + (<usize>(k * (n + 1) + i) << 2));
  return load<f32>(V + <usize>k * stride + (<usize>i << 2)) + a + load<f32>(Q1 + <usize>i * stride + (<usize>j << 2));
}

// @ts-ignore: decorator
@inline
function leftScore(n: i32, k: i32, i: i32, j: i32, C: usize, V: usize, Q2: usize): f32 {
  const stride = <usize>rowFloats(n) << 2;
  const b: f32 = C ? load<f32>(C + (<usize>(k * (n + 2) + i) << 2)) : 0;
  return load<f32>(V + <usize>k * stride + (<usize>i << 2)) + b + load<f32>(Q2 + <usize>i * stride + (<usize>j << 2));
}

/**
 * Reads the best derivation off a filled chart: for each word its head and the front of the buffer when it was reduced,
 * which fix the whole transition sequence. Both are Int32 of n + 1 places.
 */
export function spansBacktrack(
  n: i32,
  A: usize,
  C: usize,
  D: usize,
  c: usize,
  singleRoot: bool,
  canonical: bool,
  work: usize,
  heads: usize,
  reducedAt: usize,
): void {
  const s = rowFloats(n);
  const square = (<usize>s << 2) * <usize>s;
  const V = work;
  const Q1 = work + 2 * square;
  const Q2 = Q1 + square;
  const merged = A == C && !c && !canonical;
  // The agenda of items [k, j], and whether the item's last step must not be reduce-left.
  let agenda = work + 4 * square;
  const bottom = agenda;
  store<i32>(agenda, 0);
  store<i32>(agenda, n + 1, 4);
  store<i32>(agenda, 0, 8);
  agenda += 12;
  while (agenda > bottom) {
    agenda -= 12;
    const k = load<i32>(agenda);
    const j = load<i32>(agenda, 4);
    const notLeft = load<i32>(agenda, 8);
    if (j == k + 1) continue;
    let best: f32 = -Infinity;
    let at = 0;
    let right = false;
    if (!(singleRoot && !k && j <= n)) {
      for (let i = k + 1; i < j; i++) {
        const score = rightScore(n, k, i, j, A, c, V, Q1);
        if (score > best) {
          best = score;
          at = i;
          right = true;
        }
      }
      // In the merged table the better of the two reductions is the one whose own score is found in it.
      if (merged) {
        const cell = <usize>at * (<usize>s << 2) + (<usize>j << 2);
        right = load<f32>(Q2 + cell) < load<f32>(Q1 + cell);
      }
    }
    if (!notLeft && (!merged || (singleRoot && !k)) && j <= n) {
      for (let i = k + 1; i < j; i++) {
        const score = leftScore(n, k, i, j, C, V, Q2);
        if (score > best) {
          best = score;
          at = i;
          right = false;
        }
      }
    }
    store<i32>(heads + (<usize>at << 2), right ? k : j);
    store<i32>(reducedAt + (<usize>at << 2), j);
    store<i32>(agenda, k);
    store<i32>(agenda, at, 4);
    store<i32>(agenda, 0, 8);
    store<i32>(agenda, at, 12);
    store<i32>(agenda, j, 16);
    store<i32>(agenda, canonical && right ? 1 : 0, 20);
    agenda += 24;
  }
}
