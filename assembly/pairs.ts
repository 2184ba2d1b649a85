// Scores of all {s0, b0} pairs of a sentence of n words, with positions 0 … n+1: for stack position i < buffer
// position j, score_t[i][j] = bias_t + Σ over h of w_t[h] · tanh(a_i[h] + b_j[h]). There are at most four transitions;
// `weights` always has four rows; rows without a transition are zero. Rows of b, weights and their gradients are
// dense; scores are [transitions, n+2, n+2].
import { expf4, multiplyAdd, tanhf4 } from './math';
import { laneSum, loadSome, storeSome } from './vector';

/** Bytes of workspace for `pairScores`: e^2a, e^2b and the weights, in rows padded to whole vectors. */
export function pairScoresBytes(n: i32, hidden: i32): i32 {
  return (2 * n + 7) * paddedWidth(hidden);
}

@inline
function paddedWidth(hidden: i32): i32 {
  return ((hidden + 3) & ~3) << 2;
}

/**
 * Writes the pairs i < j and leaves the others unchanged. tanh(a + b) = 1 − 2 / (e^2a · e^2b + 1), so exponentials are
 * taken once per position, and a pair costs one division per unit.
 */
export function pairScores(
  n: i32,
  hidden: i32,
  transitions: i32,
  a: usize,
  aStride: i32,
  b: usize,
  weights: usize,
  bias: usize,
  scores: usize,
  work: usize,
): void {
  const size = n + 2;
  const width = <usize>paddedWidth(hidden);
  const right = work + <usize>(n + 1) * width;
  const factors = right + <usize>size * width;
  exponentials(n + 1, hidden, a, aStride, work);
  exponentials(size, hidden, b, hidden, right);
  for (let t: usize = 0; t < 4; t++) minusTwice(hidden, weights + t * (<usize>hidden << 2), factors + t * width);
  // bias_t + Σ over h of w_t[h], from the factors −2 w_t[h]
  const base0 = load<f32>(bias) - 0.5 * sumOf(factors, width);
  const base1 = transitions > 1 ? load<f32>(bias, 4) - 0.5 * sumOf(factors + width, width) : 0;
  const base2 = transitions > 2 ? load<f32>(bias, 8) - 0.5 * sumOf(factors + 2 * width, width) : 0;
  const base3 = transitions > 3 ? load<f32>(bias, 12) - 0.5 * sumOf(factors + 3 * width, width) : 0;
  const table = (<usize>(size * size)) << 2;
  const one = f32x4.splat(1);
  const f1 = factors + width;
  const f2 = f1 + width;
  const f3 = f2 + width;
  for (let i = 0; i <= n; i++) {
    const left = work + <usize>i * width;
    // Two pairs at a time share what they load; the last may be the same pair twice.
    for (let j = i + 1; j < size; j += 2) {
      const next = min(j + 1, n + 1);
      const row = right + <usize>j * width;
      const other = right + <usize>next * width;
      let s0 = f32x4.splat(0);
      let s1 = s0;
      let s2 = s0;
      let s3 = s0;
      let t0 = s0;
      let t1 = s0;
      let t2 = s0;
      let t3 = s0;
      for (let h: usize = 0; h < width; h += 16) {
        const x = v128.load(left + h);
        const p = f32x4.div(one, multiplyAdd(x, v128.load(row + h), one));
        const q = f32x4.div(one, multiplyAdd(x, v128.load(other + h), one));
        const w0 = v128.load(factors + h);
        const w1 = v128.load(f1 + h);
        const w2 = v128.load(f2 + h);
        const w3 = v128.load(f3 + h);
        s0 = multiplyAdd(p, w0, s0);
        s1 = multiplyAdd(p, w1, s1);
        s2 = multiplyAdd(p, w2, s2);
        s3 = multiplyAdd(p, w3, s3);
        t0 = multiplyAdd(q, w0, t0);
        t1 = multiplyAdd(q, w1, t1);
        t2 = multiplyAdd(q, w2, t2);
        t3 = multiplyAdd(q, w3, t3);
      }
      let target = scores + ((<usize>(i * size + j)) << 2);
      const step = <usize>(next - j) << 2;
      store<f32>(target, laneSum(s0) + base0);
      store<f32>(target + step, laneSum(t0) + base0);
      if (transitions > 1) {
        store<f32>((target += table), laneSum(s1) + base1);
        store<f32>(target + step, laneSum(t1) + base1);
      }
      if (transitions > 2) {
        store<f32>((target += table), laneSum(s2) + base2);
        store<f32>(target + step, laneSum(t2) + base2);
      }
      if (transitions > 3) {
        store<f32>((target += table), laneSum(s3) + base3);
        store<f32>(target + step, laneSum(t3) + base3);
      }
    }
  }
}

/** e^2x of rows, padded to whole vectors. Limited, so that the product of two is never 0 · ∞; sums beyond 43 are rare. */
function exponentials(rows: i32, hidden: i32, x: usize, stride: i32, y: usize): void {
  const tail = hidden & 3;
  const whole = <usize>(hidden - tail) << 2;
  for (let r = 0; r < rows; r++, x += <usize>stride << 2, y += <usize>paddedWidth(hidden)) {
    let h: usize = 0;
    for (; h < whole; h += 16) v128.store(y + h, squaredExponential(v128.load(x + h)));
    if (tail) v128.store(y + h, squaredExponential(loadSome(x + h, tail)));
  }
}

@inline
function squaredExponential(x: v128): v128 {
  const limited = f32x4.pmax(f32x4.pmin(x, f32x4.splat(43)), f32x4.splat(-43));
  return expf4(f32x4.add(limited, limited));
}

/** −2 x of a row, padded with zeros to whole vectors. */
function minusTwice(hidden: i32, x: usize, y: usize): void {
  const tail = hidden & 3;
  const whole = <usize>(hidden - tail) << 2;
  const factor = f32x4.splat(-2);
  let h: usize = 0;
  for (; h < whole; h += 16) v128.store(y + h, f32x4.mul(factor, v128.load(x + h)));
  if (tail) v128.store(y + h, f32x4.mul(factor, loadSome(x + h, tail)));
}

function sumOf(x: usize, bytes: usize): f32 {
  let sum = f32x4.splat(0);
  for (let h: usize = 0; h < bytes; h += 16) sum = f32x4.add(sum, v128.load(x + h));
  return laneSum(sum);
}

/** Adds the gradients of listed scores: `entries` holds (transition, i, j) triples, `dScores` one float per triple. */
export function pairsBackwardSparse(
  count: i32,
  hidden: i32,
  entries: usize,
  dScores: usize,
  a: usize,
  aStride: i32,
  b: usize,
  weights: usize,
  da: usize,
  db: usize,
  dWeights: usize,
  dBias: usize,
): void {
  const width = <usize>hidden << 2;
  const tail = hidden & 3;
  const whole = <usize>(hidden - tail) << 2;
  for (let e = 0; e < count; e++, entries += 12, dScores += 4) {
    const transition = <usize>load<i32>(entries);
    const i = (<usize>(load<i32>(entries, 4) * aStride)) << 2;
    const j = <usize>load<i32>(entries, 8) * width;
    const w = weights + transition * width;
    const dw = dWeights + transition * width;
    const gradient = load<f32>(dScores);
    const g = f32x4.splat(gradient);
    let h: usize = 0;
    for (; h < whole; h += 16) sparseSome(4, g, a + i + h, b + j + h, w + h, da + i + h, db + j + h, dw + h);
    if (tail) sparseSome(tail, g, a + i + h, b + j + h, w + h, da + i + h, db + j + h, dw + h);
    const bias = dBias + (transition << 2);
    store<f32>(bias, load<f32>(bias) + gradient);
  }
}

@inline
function sparseSome(count: i32, g: v128, a: usize, b: usize, w: usize, da: usize, db: usize, dw: usize): void {
  const x = tanhf4(f32x4.add(loadSome(a, count), loadSome(b, count)));
  storeSome(dw, count, f32x4.add(loadSome(dw, count), f32x4.mul(g, x)));
  const slope = f32x4.sub(f32x4.splat(1), f32x4.mul(x, x));
  const d = f32x4.mul(f32x4.mul(g, loadSome(w, count)), slope);
  storeSome(da, count, f32x4.add(loadSome(da, count), d));
  storeSome(db, count, f32x4.add(loadSome(db, count), d));
}

/** Adds the gradients of the scores of all pairs i < j. */
export function pairsBackward(
  n: i32,
  hidden: i32,
  transitions: i32,
  dScores: usize,
  a: usize,
  aStride: i32,
  b: usize,
  weights: usize,
  da: usize,
  db: usize,
  dWeights: usize,
  dBias: usize,
): void {
  const width = <usize>hidden << 2;
  const tail = hidden & 3;
  const whole = <usize>(hidden - tail) << 2;
  const size = n + 2;
  for (let i = 0; i <= n; i++, a += <usize>aStride << 2, da += <usize>aStride << 2) {
    let h: usize = 0;
    for (; h < whole; h += 16) {
      denseSome(4, i, size, transitions, width, dScores, a + h, b + h, weights + h, da + h, db + h, dWeights + h);
    }
    if (tail) {
      denseSome(tail, i, size, transitions, width, dScores, a + h, b + h, weights + h, da + h, db + h, dWeights + h);
    }
    for (let t = 0; t < transitions; t++) {
      const row = dScores + ((<usize>((t * size + i) * size)) << 2);
      let sum: f32 = 0;
      for (let j = i + 1; j < size; j++) sum += load<f32>(row + (<usize>j << 2));
      const bias = dBias + (<usize>t << 2);
      store<f32>(bias, load<f32>(bias) + sum);
    }
  }
}

/** Four hidden units of all pairs with i: the sums over j stay in registers. */
@inline
function denseSome(
  count: i32,
  i: i32,
  size: i32,
  transitions: i32,
  width: usize,
  dScores: usize,
  a: usize,
  b: usize,
  w: usize,
  da: usize,
  db: usize,
  dw: usize,
): void {
  const zero = f32x4.splat(0);
  const table = (<usize>(size * size)) << 2;
  const ai = loadSome(a, count);
  const w0 = loadSome(w, count);
  const w1 = loadSome(w + width, count);
  const w2 = loadSome(w + 2 * width, count);
  const w3 = loadSome(w + 3 * width, count);
  let dai = zero;
  let d0 = zero;
  let d1 = zero;
  let d2 = zero;
  let d3 = zero;
  for (let j = i + 1; j < size; j++) {
    const at = dScores + ((<usize>(i * size + j)) << 2);
    const g0 = v128.load32_splat(at);
    const g1 = transitions > 1 ? v128.load32_splat(at + table) : zero;
    const g2 = transitions > 2 ? v128.load32_splat(at + 2 * table) : zero;
    const g3 = transitions > 3 ? v128.load32_splat(at + 3 * table) : zero;
    const row = <usize>j * width;
    const x = tanhf4(f32x4.add(ai, loadSome(b + row, count)));
    d0 = f32x4.add(d0, f32x4.mul(g0, x));
    d1 = f32x4.add(d1, f32x4.mul(g1, x));
    d2 = f32x4.add(d2, f32x4.mul(g2, x));
    d3 = f32x4.add(d3, f32x4.mul(g3, x));
    const dx = f32x4.add(
      f32x4.add(f32x4.mul(g0, w0), f32x4.mul(g1, w1)),
      f32x4.add(f32x4.mul(g2, w2), f32x4.mul(g3, w3)),
    );
    const d = f32x4.mul(dx, f32x4.sub(f32x4.splat(1), f32x4.mul(x, x)));
    dai = f32x4.add(dai, d);
    storeSome(db + row, count, f32x4.add(loadSome(db + row, count), d));
  }
  storeSome(da, count, f32x4.add(loadSome(da, count), dai));
  storeSome(dw, count, f32x4.add(loadSome(dw, count), d0));
  storeSome(dw + width, count, f32x4.add(loadSome(dw + width, count), d1));
  storeSome(dw + 2 * width, count, f32x4.add(loadSome(dw + 2 * width, count), d2));
  storeSome(dw + 3 * width, count, f32x4.add(loadSome(dw + 3 * width, count), d3));
}
