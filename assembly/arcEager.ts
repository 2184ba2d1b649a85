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
// Row k is filled from left to right: once V[k,i] is final, it is pushed to every j > i, one SIMD row at a time, so there
// is no horizontal maximum. Q1[i,j] = V[i,j] + re(i,j), canonically N[i,j] + re(i,j), and Q2[i,j] = V[i,j] + rl(i,j) +
// c(j,i) are kept by rows.
// Backtracking recomputes each maximum, in O(n²) overall, which avoids back-pointers in the inner loop.
import { VECTOR, fillRow, padded, splat0, splat1, splat2, splat3, sweep } from './maxplus';

/** Bytes of workspace for n words: V, Q1, Q2, a row of N, the result of backtracking, and its agenda. */
export function arcEagerBytes(n: i32): f64 {
  const s = <f64>padded(n + 2);
  return 12 * s * s + 4 * s + 8 * s + 12 * (s + 4);
}

/** In arc-hybrid without arc scores the left factors of both reductions are equal, so one product over max(re, rl) is enough. */
@inline
function isMerged(sh: usize, ra: usize, c: usize, canonical: bool): bool {
  return !canonical && ra == sh && !c;
}

@inline
function load4(table: usize, offset: usize): v128 {
  return table ? v128.load(table + offset) : f32x4.splat(0);
}

/** What a position adds to later ones in its block, by the better of the two rules that is allowed. */
@inline
function within(right: bool, left: bool, a: v128, b: v128, q1: usize, q2: usize): v128 {
  const none = f32x4.splat(-Infinity);
  const byRight = right ? f32x4.add(a, v128.load(q1)) : none;
  const byLeft = left ? f32x4.add(b, v128.load(q2)) : none;
  return f32x4.pmax(byRight, byLeft);
}

/** Fills the chart and returns the goal's score, V[0, n+1]. */
export function arcEagerFill(
  n: i32,
  sh: usize,
  rl: usize,
  ra: usize,
  re: usize,
  c: usize,
  singleRoot: bool,
  canonical: bool,
  work: usize,
): f32 {
  const s = padded(n + 2);
  const stride = <usize>s << 2;
  const Q1 = work + stride * <usize>s;
  const Q2 = Q1 + stride * <usize>s;
  const merged = isMerged(sh, ra, c, canonical);
  // Rows beyond n have no items, but the last block of four reads them.
  for (let i = n + 1; i < s; i++) {
    fillRow(Q1 + <usize>i * stride, stride, -Infinity);
    fillRow(Q2 + <usize>i * stride, stride, -Infinity);
  }
  for (let k = n; k >= 0; k--) {
    const row = work + <usize>k * stride;
    const N = canonical ? Q2 + stride * <usize>s : row;
    // Row k is read starting at the vector of position k.
    const first = (<usize>k << 2) & ~15;
    fillRow(row + first, stride - first, -Infinity);
    if (canonical) fillRow(N + first, stride - first, -Infinity);
    store<f32>(N + (<usize>(k + 1) << 2), 0);
    const onlyLeft = singleRoot && !k;
    const right = !onlyLeft;
    const left = !merged || onlyLeft;
    for (let i = (k + 1) & ~3; i <= n && k < n; i += 4) {
      const at = <usize>i << 2;
      const scores = <usize>k * (<usize>(n + 2) << 2) + at;
      const q1 = Q1 + <usize>i * stride;
      const q2 = Q2 + <usize>i * stride;
      let a = load4(ra, scores);
      if (c) a = f32x4.add(a, v128.load(c + <usize>k * (<usize>(n + 1) << 2) + at));
      const b = load4(sh, scores);
      // The four positions of the block become final one after the other. Everything that each adds to the later ones,
      // except its own value, is summed first, so that the dependency chain is short.
      let v = v128.load(row + at);
      if (canonical) v = f32x4.pmax(v, v128.load(N + at));
      v = f32x4.pmax(v, f32x4.add(splat0(v), within(right, left, splat0(a), splat0(b), q1 + at, q2 + at)));
      v = f32x4.pmax(
        v,
        f32x4.add(splat1(v), within(right, left, splat1(a), splat1(b), q1 + stride + at, q2 + stride + at)),
      );
      v = f32x4.pmax(
        v,
        f32x4.add(splat2(v), within(right, left, splat2(a), splat2(b), q1 + 2 * stride + at, q2 + 2 * stride + at)),
      );
      v128.store(row + at, v);
      if (right) {
        const p = f32x4.add(v, a);
        // Within the block, only V is complete so far.
        const from = canonical ? at : at + VECTOR;
        sweep(N, q1, stride, from, stride, splat0(p), splat1(p), splat2(p), splat3(p));
      }
      if (left) {
        const p = f32x4.add(v, b);
        sweep(row, q2, stride, at + VECTOR, stride, splat0(p), splat1(p), splat2(p), splat3(p));
      }
    }
    if (k) finishRow(n, k, row, N, Q1 + <usize>k * stride, Q2 + <usize>k * stride, rl, re, c, merged);
  }
  if (!n) return 0;
  // In the very last step ROOT takes its last dependent, which is its only one under the one-root constraint.
  let best: f32 = -Infinity;
  for (let i = 1; i <= n; i++) best = max(best, rightScore(n, 0, i, n + 1, ra, c, work, Q1));
  return best;
}

/** Row k of Q1 and Q2 from the finished rows k of N and V, which are -Infinity up to position k, whatever the tables contain. */
function finishRow(
  n: i32,
  k: i32,
  row: usize,
  N: usize,
  q1: usize,
  q2: usize,
  rl: usize,
  re: usize,
  c: usize,
  merged: bool,
): void {
  const stride = <usize>padded(n + 2) << 2;
  const scores = <usize>k * (<usize>(n + 2) << 2);
  const first = (<usize>k << 2) & ~15;
  const end = <usize>(n + 1) << 2;
  for (let o = first; o < stride; o += VECTOR) {
    v128.store(q1 + o, f32x4.add(v128.load(N + o), load4(re, scores + o)));
    v128.store(q2 + o, f32x4.add(v128.load(row + o), load4(rl, scores + o)));
  }
  if (c) {
    const heads = <usize>(n + 1) << 2;
    let arc = c + <usize>(k + 1) * heads + (<usize>k << 2);
    for (let o = <usize>(k + 1) << 2; o < end; o += 4, arc += heads) {
      store<f32>(q2 + o, load<f32>(q2 + o) + load<f32>(arc));
    }
  }
  // Reduce-left needs a word at the front of the buffer, and n+1 is not a word.
  store<f32>(q2 + end, -Infinity);
  if (merged) {
    for (let o = first; o < stride; o += VECTOR) {
      v128.store(q1 + o, f32x4.pmax(v128.load(q1 + o), v128.load(q2 + o)));
    }
  }
}

/** The score of [k, j] by the arc k → i, summed in the order of arcEagerFill; leftScore is the same by the arc j → i. */
@inline
function rightScore(n: i32, k: i32, i: i32, j: i32, ra: usize, c: usize, V: usize, Q1: usize): f32 {
  const stride = <usize>padded(n + 2) << 2;
  let a: f32 = ra ? load<f32>(ra + (<usize>(k * (n + 2) + i) << 2)) : 0;
  if (c) a += load<f32>(c + (<usize>(k * (n + 1) + i) << 2));
  return load<f32>(V + <usize>k * stride + (<usize>i << 2)) + a + load<f32>(Q1 + <usize>i * stride + (<usize>j << 2));
}

@inline
function leftScore(n: i32, k: i32, i: i32, j: i32, sh: usize, V: usize, Q2: usize): f32 {
  const stride = <usize>padded(n + 2) << 2;
  const b: f32 = sh ? load<f32>(sh + (<usize>(k * (n + 2) + i) << 2)) : 0;
  return load<f32>(V + <usize>k * stride + (<usize>i << 2)) + b + load<f32>(Q2 + <usize>i * stride + (<usize>j << 2));
}

/**
 * Finds the best derivation in a filled chart with a finite goal and returns its address: n+1 Int32 heads, then n+1 Int32
 * fronts of the buffer when each word is reduced. Together they determine the whole sequence.
 */
export function arcEagerBacktrack(
  n: i32,
  sh: usize,
  ra: usize,
  c: usize,
  singleRoot: bool,
  canonical: bool,
  work: usize,
): usize {
  const s = padded(n + 2);
  const stride = <usize>s << 2;
  const Q1 = work + stride * <usize>s;
  const Q2 = Q1 + stride * <usize>s;
  const merged = isMerged(sh, ra, c, canonical);
  const heads = Q2 + stride * <usize>(s + 1);
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
    let best: f32 = -Infinity;
    let at = 0;
    let right = false;
    if (!onlyLeft) {
      for (let i = k + 1; i < j; i++) {
        const score = rightScore(n, k, i, j, ra, c, work, Q1);
        if (score > best) {
          best = score;
          at = i;
        }
      }
      const cell = <usize>at * stride + (<usize>j << 2);
      right = !merged || load<f32>(Q2 + cell) < load<f32>(Q1 + cell);
    }
    if (j <= n && !onlyRight && (!merged || onlyLeft)) {
      for (let i = k + 1; i < j; i++) {
        const score = leftScore(n, k, i, j, sh, work, Q2);
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
    store<i32>(agenda, canonical && right, 20);
    agenda += 24;
  }
  return heads;
}
