// Exact arc-standard decoding in O(n⁴) time and O(n³) space, by the hook trick:
//
//   R[h1,k,j] = sh(h1,k) + max over h2 of T[k,h2,j] + gR(h1,h2) + eR(h2,j)
//   L[i,k,h2] =            max over h1 ≠ 0 of T[i,h1,k] + gL(h1,h2) + sh(h1,k)
//   T[i,h,j]  = max( max over k > h of T[i,h,k] + R[h,k,j],  max over k ≤ h of L[i,k,h] + T[k,h,j] + eL(h,j) )
//
// For one pair (i, j), R[h,i,j] is needed for h < i, T[i,h,j] for i ≤ h < j and L[i,j,h] for h ≥ j: one row over h holds
// all three, and both rules become the same sum of two rows, row(i,k) + row(k,j), to the left and to the right of k.
//
// Canonical decoding allows one sequence per tree: no reduce-left directly follows a reduce-right. The last rule then
// takes N[k,h,j], the best of the items whose last step is not a reduce-right, instead of T[k,h,j]. So row(k,j) has a
// second version for use on the right, with N[k,h,j] for k ≤ h < j.
import { VECTOR, fillRow, padded, splat0, splat1, splat2, splat3, sweep } from './maxplus';

/** Rows of the transposed scores: a few more than positions, because blocks of four may read past the last. */
@inline
function scoreRows(n: i32): usize {
  return <usize>padded(n + 2) + 4;
}

/**
 * Bytes of workspace for n words: five score tables, five rows, the result of backtracking and its agenda, the chart and,
 * for canonical decoding, its second version.
 */
export function arcStandardBytes(n: i32, canonical: bool): f64 {
  const stride = <f64>padded(n + 2) * 4;
  const charts: f64 = canonical ? 2 : 1;
  return stride * (5 * <f64>scoreRows(n) + 7) + 16 * <f64>(n + 4) + charts * chartBytes(n);
}

@inline
function chartBytes(n: i32): f64 {
  return <f64>padded(n + 2) * 4 * 0.5 * <f64>(n + 2) * <f64>(n + 1);
}

/** The offset of the chart. */
export function arcStandardChart(n: i32, work: usize): usize {
  const stride = <usize>padded(n + 2) << 2;
  return work + stride * (5 * scoreRows(n) + 7) + <usize>(16 * (n + 4));
}

/** The offset of the chart for rows on the right. */
@inline
function rightChart(n: i32, chart: usize, canonical: bool): usize {
  return canonical ? chart + <usize>chartBytes(n) : chart;
}

/** The row of pair i < j. */
@inline
function pair(chart: usize, stride: usize, i: i32, j: i32): usize {
  return chart + <usize>((j * (j - 1)) / 2 + i) * stride;
}

@inline
function at(row: usize, h: i32): f32 {
  return load<f32>(row + (<usize>h << 2));
}

/** Which lanes of the vector at position h are below `bound`. */
@inline
function below(h: i32, bound: i32): v128 {
  return i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(bound - h));
}

/**
 * Arranges the scores in the order in which they are read: by columns of their second position, with arc scores added to
 * their attachments. Tables are (n+2)×(n+2), arcs (n+1)×(n+1); 0 means all zeros.
 */
export function arcStandardPrepare(
  n: i32,
  shift: usize,
  reduceLeft: usize,
  reduceRight: usize,
  attachLeft: usize,
  attachRight: usize,
  arcs: usize,
  work: usize,
): void {
  const stride = <usize>padded(n + 2) << 2;
  const block = stride * scoreRows(n);
  for (let i = 0; i <= n; i++) {
    for (let j = 0; j <= n + 1; j++) {
      const from = <usize>(i * (n + 2) + j) << 2;
      const turned = work + <usize>j * stride + (<usize>i << 2);
      store<f32>(turned, shift ? load<f32>(shift + from) : 0);
      store<f32>(turned + block, reduceLeft ? load<f32>(reduceLeft + from) : 0);
      store<f32>(turned + 2 * block, reduceRight ? load<f32>(reduceRight + from) : 0);
      if (j > n) continue;
      // By h1 = i and h2 = j: gL by rows of h1, gR by rows of h2.
      let left: f32 = attachLeft ? load<f32>(attachLeft + from) : 0;
      let right: f32 = attachRight ? load<f32>(attachRight + from) : 0;
      if (arcs) {
        left += load<f32>(arcs + (<usize>(j * (n + 1) + i) << 2));
        right += load<f32>(arcs + (<usize>(i * (n + 1) + j) << 2));
      }
      store<f32>(work + 3 * block + <usize>i * stride + (<usize>j << 2), left);
      store<f32>(turned + 4 * block, right);
    }
  }
}

/** Fills the chart from prepared scores and returns the goal's score, T[0, 0, n+1]. */
export function arcStandardFill(n: i32, singleRoot: bool, canonical: bool, work: usize): f32 {
  const s = padded(n + 2);
  const stride = <usize>s << 2;
  const block = stride * scoreRows(n);
  const sh = work;
  const eL = work + block;
  const eR = work + 2 * block;
  const gL = work + 3 * block;
  const gR = work + 4 * block;
  const toRight = work + 5 * block;
  const toLeft = toRight + stride;
  const R = toLeft + stride;
  const L = R + stride;
  const T = L + stride;
  const chart = arcStandardChart(n, work);
  const twin = rightChart(n, chart, canonical);
  for (let j = 1; j <= n + 1; j++) {
    const shJ = sh + <usize>j * stride;
    const eRJ = eR + <usize>j * stride;
    const eLJ = eL + <usize>j * stride;
    for (let i = j - 1; i >= 0; i--) {
      const first = (<usize>i << 2) & ~15;
      const last = <usize>padded(j) << 2;
      fillRow(toRight + first, last - first, -Infinity);
      fillRow(toLeft + first, last - first, -Infinity);
      for (let k = i + 1; k < j; k++) {
        const before = pair(chart, stride, i, k);
        const after = pair(twin, stride, k, j);
        const border = (<usize>k << 2) & ~15;
        for (let o = first; o < border; o += VECTOR) {
          const sum = f32x4.add(v128.load(before + o), v128.load(after + o));
          v128.store(toRight + o, f32x4.pmax(v128.load(toRight + o), sum));
        }
        const sum = f32x4.add(v128.load(before + border), v128.load(after + border));
        const low = below(<i32>(border >> 2), k);
        const none = f32x4.splat(-Infinity);
        v128.store(toRight + border, f32x4.pmax(v128.load(toRight + border), v128.bitselect(sum, none, low)));
        v128.store(toLeft + border, f32x4.pmax(v128.load(toLeft + border), v128.bitselect(none, sum, low)));
        for (let o = border + VECTOR; o < last; o += VECTOR) {
          const sum = f32x4.add(v128.load(before + o), v128.load(after + o));
          v128.store(toLeft + o, f32x4.pmax(v128.load(toLeft + o), sum));
        }
      }
      for (let o = first; o < last; o += VECTOR) {
        const left = f32x4.add(v128.load(toLeft + o), v128.load(eLJ + o));
        v128.store(toLeft + o, left);
        v128.store(T + o, f32x4.pmax(v128.load(toRight + o), left));
      }
      if (j == i + 1) {
        store<f32>(toLeft + (<usize>i << 2), 0);
        store<f32>(T + (<usize>i << 2), 0);
      }

      // The hooks: [i, ·, j] as the right neighbour of any h1 < i, and as the left neighbour of any h2 ≥ j.
      fillRow(R, stride, -Infinity);
      fillRow(L, stride, -Infinity);
      for (let h = i; h < j; h += 4) {
        const lanes = below(h, j);
        const o = <usize>h << 2;
        const none = f32x4.splat(-Infinity);
        const t = v128.load(T + o);
        const r = v128.bitselect(f32x4.add(t, v128.load(eRJ + o)), none, lanes);
        const r0 = splat0(r);
        const r1 = splat1(r);
        const r2 = splat2(r);
        const r3 = splat3(r);
        sweep(R, gR + <usize>h * stride, stride, 0, <usize>padded(i) << 2, r0, r1, r2, r3);
        let l = v128.bitselect(f32x4.add(t, v128.load(shJ + o)), none, lanes);
        // ROOT is never a dependent.
        if (!h) l = f32x4.replace_lane(l, 0, -Infinity);
        const l0 = splat0(l);
        const l1 = splat1(l);
        const l2 = splat2(l);
        const l3 = splat3(l);
        sweep(L, gL + <usize>h * stride, stride, (<usize>j << 2) & ~15, stride, l0, l1, l2, l3);
      }
      if (singleRoot && j <= n) store<f32>(R, -Infinity);

      const row = pair(chart, stride, i, j);
      const shI = sh + <usize>i * stride;
      for (let o: usize = 0; o < stride; o += VECTOR) {
        const h = <i32>(o >> 2);
        const right = f32x4.add(v128.load(R + o), v128.load(shI + o));
        const tree = v128.bitselect(v128.load(T + o), v128.load(L + o), below(h, j));
        v128.store(row + o, v128.bitselect(right, tree, below(h, i)));
      }
      if (!canonical) continue;
      const other = pair(twin, stride, i, j);
      for (let o: usize = 0; o < last; o += VECTOR) {
        const isHook = below(<i32>(o >> 2), i);
        v128.store(other + o, v128.bitselect(v128.load(row + o), v128.load(toLeft + o), isHook));
      }
    }
  }
  return load<f32>(pair(chart, stride, 0, n + 1));
}

/** Finds the best derivation in a filled chart with a finite goal and returns its address, like arcEagerBacktrack. */
export function arcStandardBacktrack(n: i32, canonical: bool, work: usize): usize {
  const stride = <usize>padded(n + 2) << 2;
  const block = stride * scoreRows(n);
  const chart = arcStandardChart(n, work);
  const twin = rightChart(n, chart, canonical);
  const heads = work + 5 * block + 5 * stride;
  const reducedAt = heads + (<usize>(n + 1) << 2);
  const bottom = heads + 2 * stride;
  // Items [i, h, j], and whether they are N[i, h, j].
  let agenda = bottom;
  store<i32>(agenda, 0);
  store<i32>(agenda, 0, 4);
  store<i32>(agenda, n + 1, 8);
  store<i32>(agenda, 0, 12);
  agenda += 16;
  while (agenda > bottom) {
    agenda -= 16;
    const i = load<i32>(agenda);
    const h = load<i32>(agenda, 4);
    const j = load<i32>(agenda, 8);
    const onlyLeft = <bool>load<i32>(agenda, 12);
    if (j == i + 1) continue;
    const eL = at(work + block + <usize>j * stride, h);
    let best: f32 = -Infinity;
    let split = 0;
    const end = onlyLeft ? h + 1 : j;
    for (let k = i + 1; k < end; k++) {
      let score = at(pair(chart, stride, i, k), h) + at(pair(twin, stride, k, j), h);
      if (k <= h) score += eL;
      if (score > best) {
        best = score;
        split = k;
      }
    }
    // The other head: the one of the hook.
    const right = split > h;
    const from = right ? split : max(i, 1);
    const to = right ? j : split;
    const trees = right ? pair(chart, stride, split, j) : pair(chart, stride, i, split);
    const scores = right ? work + 2 * block + <usize>j * stride : work + <usize>split * stride;
    best = -Infinity;
    let modifier = 0;
    for (let m = from; m < to; m++) {
      const attach = right
        ? at(work + 4 * block + <usize>m * stride, h)
        : at(work + 3 * block + <usize>m * stride, h);
      const score = at(trees, m) + at(scores, m) + attach;
      if (score > best) {
        best = score;
        modifier = m;
      }
    }
    store<i32>(heads + (<usize>modifier << 2), h);
    store<i32>(reducedAt + (<usize>modifier << 2), j);
    store<i32>(agenda, i);
    store<i32>(agenda, right ? h : modifier, 4);
    store<i32>(agenda, split, 8);
    store<i32>(agenda, 0, 12);
    store<i32>(agenda, split, 16);
    store<i32>(agenda, right ? modifier : h, 20);
    store<i32>(agenda, j, 24);
    store<i32>(agenda, canonical && !right, 28);
    agenda += 32;
  }
  return heads;
}
