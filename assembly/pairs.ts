// Scores of all {s0, b0} pairs of a sentence of n words, with positions 0 … n+1: for stack position i < buffer
// position j, score_t[i][j] = bias_t + Σ over h of w_t[h] · tanh(a_i[h] + b_j[h]). There are at most four transitions;
// `weights` always has four rows; rows without a transition are zero. Rows of b, weights and their gradients are
// dense; scores are [transitions, n+2, n+2].
import { tanhf4 } from './math';
import { laneSum, loadSome, storeSome } from './vector';

/** Writes the pairs i < j and leaves the others unchanged. */
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
): void {
  const width = <usize>hidden << 2;
  const tail = hidden & 3;
  const whole = <usize>(hidden - tail) << 2;
  const size = n + 2;
  const table = (<usize>(size * size)) << 2;
  const w1 = weights + width;
  const w2 = w1 + width;
  const w3 = w2 + width;
  for (let i = 0; i <= n; i++, a += <usize>aStride << 2) {
    for (let j = i + 1; j < size; j++) {
      const row = b + <usize>j * width;
      let s0 = f32x4.splat(0);
      let s1 = s0;
      let s2 = s0;
      let s3 = s0;
      let h: usize = 0;
      for (; h < whole; h += 16) {
        const x = tanhf4(f32x4.add(v128.load(a + h), v128.load(row + h)));
        s0 = f32x4.add(s0, f32x4.mul(x, v128.load(weights + h)));
        s1 = f32x4.add(s1, f32x4.mul(x, v128.load(w1 + h)));
        s2 = f32x4.add(s2, f32x4.mul(x, v128.load(w2 + h)));
        s3 = f32x4.add(s3, f32x4.mul(x, v128.load(w3 + h)));
      }
      if (tail) {
        const x = tanhf4(f32x4.add(loadSome(a + h, tail), loadSome(row + h, tail)));
        s0 = f32x4.add(s0, f32x4.mul(x, loadSome(weights + h, tail)));
        s1 = f32x4.add(s1, f32x4.mul(x, loadSome(w1 + h, tail)));
        s2 = f32x4.add(s2, f32x4.mul(x, loadSome(w2 + h, tail)));
        s3 = f32x4.add(s3, f32x4.mul(x, loadSome(w3 + h, tail)));
      }
      let target = scores + ((<usize>(i * size + j)) << 2);
      store<f32>(target, laneSum(s0) + load<f32>(bias));
      if (transitions > 1) store<f32>((target += table), laneSum(s1) + load<f32>(bias, 4));
      if (transitions > 2) store<f32>((target += table), laneSum(s2) + load<f32>(bias, 8));
      if (transitions > 3) store<f32>((target += table), laneSum(s3) + load<f32>(bias, 12));
    }
  }
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
