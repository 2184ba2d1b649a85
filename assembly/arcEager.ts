// Exact arc-eager decoding: the chart of items [k, j] in the max-plus semiring,
//
//   reduce:      V[k,j] = max over i of V[k,i] + ra(k,i) + c(k,i) + V[i,j] + re(i,j)           arc k → i
//   reduce-left: V[k,j] = max over i of V[k,i] + sh(k,i)          + V[i,j] + rl(i,j) + c(j,i)  arc j → i, j ≤ n
//
// By the paper's two lemmas it also decodes arc-hybrid (ra = sh, re = its reduce-right) and edge-factored models (all zero
// except c). Scores do not depend on whether k is attached, so the paper's [k⁰, j] and [k¹, j] hold equal values and one
// chart is enough.
// A table pointer of 0 means all zeros. Tables are (n+2)×(n+2), c is (n+1)×(n+1) by head and modifier.
//
// Canonical decoding allows one sequence per tree: no reduce directly follows a reduce-left. N[k,j] is the best of the
// items whose last step is not a reduce-left: the maximum of the first rule, which takes N[i,j] instead of V[i,j].
//
// The chart is kept as what an item contributes: P1[k,i] = V[k,i] + ra(k,i) + c(k,i) and P2[k,i] = V[k,i] + sh(k,i) on the
// left of each rule, Q1[i,j] = V[i,j] + re(i,j), canonically N[i,j] + re(i,j), and Q2[i,j] = V[i,j] + rl(i,j) + c(j,i) on
// its right. Both rules are then max-plus products of P and Q. They are computed by tiles of 4×4 items, whose maxima stay
// in registers, and by diagonals, whose tiles are independent, so that the processor overlaps them. Rows of P are
// contiguous; Q is kept by panels of four columns, in which Q[i, j] to Q[i, j+3] are followed by those of i+1.
// Backtracking recomputes each maximum, in O(n²) overall, which avoids back-pointers in the inner loop.
import { VECTOR, best, padded, splat0, splat1, splat2 } from './maxplus';

/** Bytes of workspace for n words: P1, P2, Q1, Q2, the result of backtracking, and its agenda. */
export function arcEagerBytes(n: i32): f64 {
  const s = <f64>padded(n + 2);
  return 16 * s * s + 8 * s + 12 * (s + 4);
}

/**
 * Fills the chart and returns the goal's score, V[0, n+1]. In arc-hybrid without arc scores the left factors of both rules
 * are equal: `merged` then takes one product over max(Q1, Q2), which Q1 holds.
 */
export function arcEagerFill(
  n: i32,
  sh: usize,
  rl: usize,
  ra: usize,
  re: usize,
  c: usize,
  singleRoot: bool,
  canonical: bool,
  merged: bool,
  work: usize,
): f32 {
  const s = padded(n + 2);
  const stride = <usize>s << 2;
  const plane = stride * <usize>s;
  const Q1 = work + 2 * plane;
  const none = f32x4.splat(-Infinity);
  for (let distance = 0; distance < s; distance += 4) {
    for (let K = 0; K + distance < s; K += 4) {
      const J = K + distance;
      const at = <usize>J << 2;
      // Under the one-root constraint row 0 takes only left arcs, until the goal.
      const onlyLeft = singleRoot && !K;
      const both = !merged || onlyLeft;
      // V[k, k+1] = 0
      let a0 = distance ? none : f32x4(-Infinity, 0, -Infinity, -Infinity);
      let a1 = distance ? none : f32x4(-Infinity, -Infinity, 0, -Infinity);
      let a2 = distance ? none : f32x4(-Infinity, -Infinity, -Infinity, 0);
      let a3 = distance == 4 ? f32x4(0, -Infinity, -Infinity, -Infinity) : none;
      let b0 = none;
      let b1 = none;
      let b2 = none;
      let b3 = none;
      const first = <usize>(K + 4) << 2;
      const p = work + <usize>K * stride;
      let q = Q1 + <usize>J * stride + 4 * first;
      for (let left = p + first; left < p + at; left += VECTOR, q += 4 * VECTOR) {
        const w = v128.load(q);
        const x = v128.load(q, 16);
        const y = v128.load(q, 32);
        const z = v128.load(q, 48);
        a0 = best(a0, left, w, x, y, z);
        a1 = best(a1, left + stride, w, x, y, z);
        a2 = best(a2, left + 2 * stride, w, x, y, z);
        a3 = best(a3, left + 3 * stride, w, x, y, z);
      }
      if (both) {
        const p2 = p + plane;
        q = Q1 + plane + <usize>J * stride + 4 * first;
        for (let left = p2 + first; left < p2 + at; left += VECTOR, q += 4 * VECTOR) {
          const w = v128.load(q);
          const x = v128.load(q, 16);
          const y = v128.load(q, 32);
          const z = v128.load(q, 48);
          b0 = best(b0, left, w, x, y, z);
          b1 = best(b1, left + stride, w, x, y, z);
          b2 = best(b2, left + 2 * stride, w, x, y, z);
          b3 = best(b3, left + 3 * stride, w, x, y, z);
        }
      }
      let arcs0 = f32x4.splat(0);
      let arcs1 = arcs0;
      let arcs2 = arcs0;
      let arcs3 = arcs0;
      if (c && K <= n) {
        // The scores of the arcs from the heads J to J+3 to the words K to K+3, transposed; those beyond n are never used.
        const heads = <usize>(n + 1) << 2;
        const words = c + (<usize>K << 2);
        const w = load4To(words + <usize>min(J, n) * heads, n - K);
        const x = load4To(words + <usize>min(J + 1, n) * heads, n - K);
        const y = load4To(words + <usize>min(J + 2, n) * heads, n - K);
        const z = load4To(words + <usize>min(J + 3, n) * heads, n - K);
        const wx = v128.shuffle<f32>(w, x, 0, 4, 1, 5);
        const yz = v128.shuffle<f32>(y, z, 0, 4, 1, 5);
        const more = v128.shuffle<f32>(w, x, 2, 6, 3, 7);
        const rest = v128.shuffle<f32>(y, z, 2, 6, 3, 7);
        arcs0 = v128.shuffle<f32>(wx, yz, 0, 1, 4, 5);
        arcs1 = v128.shuffle<f32>(wx, yz, 2, 3, 6, 7);
        arcs2 = v128.shuffle<f32>(more, rest, 0, 1, 4, 5);
        arcs3 = v128.shuffle<f32>(more, rest, 2, 3, 6, 7);
      }
      finishRow(3, n, K, J, a3, b3, arcs3, both, false, sh, rl, ra, re, c, canonical, merged, work);
      finishRow(2, n, K, J, a2, b2, arcs2, both, false, sh, rl, ra, re, c, canonical, merged, work);
      finishRow(1, n, K, J, a1, b1, arcs1, both, false, sh, rl, ra, re, c, canonical, merged, work);
      finishRow(0, n, K, J, a0, b0, arcs0, both, onlyLeft, sh, rl, ra, re, c, canonical, merged, work);
    }
  }
  if (!n) return 0;
  // In the very last step ROOT takes its last dependent, which is its only one under the one-root constraint.
  let goal: f32 = -Infinity;
  for (let i = 1; i <= n; i++) goal = max(goal, scoreOf(i, work, columnOf(n + 1, Q1, stride)));
  return goal;
}

/**
 * Row r of the tile whose first row is K and whose first column is J, after those below it. `a` and `b` are the maxima of
 * the two rules over all i outside of both blocks of four.
 */
@inline
function finishRow(
  r: i32,
  n: i32,
  K: i32,
  J: i32,
  a: v128,
  b: v128,
  arcs: v128,
  both: bool,
  onlyLeft: bool,
  sh: usize,
  rl: usize,
  ra: usize,
  re: usize,
  c: usize,
  canonical: bool,
  merged: bool,
  work: usize,
): void {
  const s = padded(n + 2);
  const stride = <usize>s << 2;
  const plane = stride * <usize>s;
  const k = K + r;
  const at = <usize>J << 2;
  const p1 = work + <usize>k * stride;
  const p2 = p1 + plane;
  const panel = work + 2 * plane + <usize>J * stride;
  const q1 = panel + (<usize>k << 4);
  const q2 = q1 + plane;
  const none = f32x4.splat(-Infinity);
  // Rows beyond n have no items, but the last block of four reads them.
  if (k > n) {
    v128.store(q1, none);
    v128.store(q2, none);
    return;
  }
  const isDiagonal = K == J;
  if (!isDiagonal) {
    for (let l: usize = 3 - r; l > 0; l--) {
      const i = <usize>k + l;
      a = f32x4.pmax(a, f32x4.add(v128.load_splat<f32>(p1 + (i << 2)), v128.load(q1 + (l << 4))));
      if (both) b = f32x4.pmax(b, f32x4.add(v128.load_splat<f32>(p2 + (i << 2)), v128.load(q2 + (l << 4))));
    }
  }
  const scores = <usize>k * (<usize>(n + 2) << 2) + at;
  let begin1 = load4(ra, scores);
  // Row n has no arcs to the right.
  if (c && k < n) begin1 = f32x4.add(begin1, v128.load(c + <usize>k * (<usize>(n + 1) << 2) + at));
  const begin2 = load4(sh, scores);
  // The four columns become final one after the other. Everything that each adds to the later ones, except its own value,
  // is summed first, so that the dependency chain is short: by the first rule, and by the better one that is allowed.
  const d1 = panel + (<usize>J << 4);
  const right0 = f32x4.add(splat0(begin1), v128.load(d1));
  const right1 = f32x4.add(splat1(begin1), v128.load(d1, 16));
  const right2 = f32x4.add(splat2(begin1), v128.load(d1, 32));
  let best0 = onlyLeft ? none : right0;
  let best1 = onlyLeft ? none : right1;
  let best2 = onlyLeft ? none : right2;
  if (both) {
    const d2 = d1 + plane;
    best0 = f32x4.pmax(best0, f32x4.add(splat0(begin2), v128.load(d2)));
    best1 = f32x4.pmax(best1, f32x4.add(splat1(begin2), v128.load(d2, 16)));
    best2 = f32x4.pmax(best2, f32x4.add(splat2(begin2), v128.load(d2, 32)));
  }
  let v = onlyLeft && !isDiagonal ? b : f32x4.pmax(a, b);
  let last = a;
  if (!isDiagonal) {
    const value = splat0(v);
    v = f32x4.pmax(v, f32x4.add(value, best0));
    if (canonical) last = f32x4.pmax(last, f32x4.add(value, right0));
  }
  if (!isDiagonal || r < 1) {
    const value = splat1(v);
    v = f32x4.pmax(v, f32x4.add(value, best1));
    if (canonical) last = f32x4.pmax(last, f32x4.add(value, right1));
  }
  if (!isDiagonal || r < 2) {
    const value = splat2(v);
    v = f32x4.pmax(v, f32x4.add(value, best2));
    if (canonical) last = f32x4.pmax(last, f32x4.add(value, right2));
  }
  v128.store(p1 + at, f32x4.add(v, begin1));
  v128.store(p2 + at, f32x4.add(v, begin2));
  if (!canonical) last = v;
  let end1 = f32x4.add(last, load4(re, scores));
  let end2 = f32x4.add(v, load4(rl, scores));
  if (c) end2 = f32x4.add(end2, arcs);
  // Reduce-left needs a word at the front of the buffer, and n+1 is not a word.
  if (J + 3 > n) {
    end2 = v128.bitselect(end2, none, i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(n + 1 - J)));
  }
  if (merged) end1 = f32x4.pmax(end1, end2);
  v128.store(q1, end1);
  v128.store(q2, end2);
}

@inline
function load4(table: usize, offset: usize): v128 {
  return table ? v128.load(table + offset) : f32x4.splat(0);
}

/** Four floats of a row, of which only those up to the index `last` may be read. */
@inline
function load4To(row: usize, last: i32): v128 {
  if (last >= 3) return v128.load(row);
  let some = v128.load_splat<f32>(row);
  if (last > 0) some = v128.load_lane<f32>(row + 4, some, 1);
  return last > 1 ? v128.load_lane<f32>(row + 8, some, 2) : some;
}

/** The score of [k, j] with the split at i by one rule: P[k, i] + Q[i, j]; `row` is row k of P, `column` column j of Q. */
@inline
function scoreOf(i: i32, row: usize, column: usize): f32 {
  return load<f32>(row + (<usize>i << 2)) + load<f32>(column + (<usize>i << 4));
}

/** Column j of Q, in its panel. */
@inline
function columnOf(j: i32, Q: usize, stride: usize): usize {
  return Q + <usize>(j & ~3) * stride + (<usize>(j & 3) << 2);
}

/**
 * Finds the best derivation in a filled chart with a finite goal and returns its address: n+1 Int32 heads, then n+1 Int32
 * fronts of the buffer when each word is reduced. Together they determine the whole sequence.
 */
export function arcEagerBacktrack(n: i32, singleRoot: bool, canonical: bool, merged: bool, work: usize): usize {
  const s = padded(n + 2);
  const stride = <usize>s << 2;
  const plane = stride * <usize>s;
  const Q1 = work + 2 * plane;
  const heads = Q1 + 2 * plane;
  const reducedAt = heads + (<usize>(n + 1) << 2);
  const bottom = heads + 2 * stride;
  // Items [k, j], and whether they are N[k, j].
  let agenda = bottom;
  store<i32>(agenda, 0);
  store<i32>(agenda, n + 1, 4);
  store<i32>(agenda, 0, 8);
  agenda += 12;
  while (agenda > bottom) {
    agenda -= 12;
    const k = load<i32>(agenda);
    const j = load<i32>(agenda, 4);
    const onlyRight = <bool>load<i32>(agenda, 8);
    if (j == k + 1) continue;
    const onlyLeft = singleRoot && !k && j <= n;
    const row = work + <usize>k * stride;
    const column = columnOf(j, Q1, stride);
    let top: f32 = -Infinity;
    let at = 0;
    let right = false;
    if (!onlyLeft) {
      for (let i = k + 1; i < j; i++) {
        const score = scoreOf(i, row, column);
        if (score > top) {
          top = score;
          at = i;
        }
      }
      const cell = column + (<usize>at << 4);
      right = !merged || load<f32>(cell + plane) < load<f32>(cell);
    }
    if (j <= n && !onlyRight && (!merged || onlyLeft)) {
      for (let i = k + 1; i < j; i++) {
        const score = scoreOf(i, row + plane, column + plane);
        if (score > top) {
          top = score;
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
    store<i32>(agenda, canonical && right, 20);
    agenda += 24;
  }
  return heads;
}
