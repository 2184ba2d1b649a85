// Sums over all trees of an arc-standard model, each by its canonical sequence, and the expected number of uses of each
// score: the chart of canonical decoding (arcStandard.ts) in scaled numbers, with sums instead of maxima, and its derivative.
//
//   R[h,i,j] = e^sh(h,i) · sum over m of T[i,m,j] · e^(gR(h,m) + eR(m,j))                              for h < i
//   L[i,j,h] =             sum over m ≠ 0 of T[i,m,j] · e^(gL(m,h) + sh(m,j))                          for h ≥ j
//   N[i,h,j] = [j = i+1] + e^eL(h,j) · sum over k ≤ h of L[i,k,h] · N[k,h,j]                           for i ≤ h < j
//   T[i,h,j] = N[i,h,j] + sum over k > h of T[i,h,k] · R[h,k,j]
//
// A pair (i, j) has two rows over h: one for use on the left, with T and then L, and one for use on the right, with R and
// then N. In the backward pass every product gets its share of the uses of its sum, in plain floats.
import { padded } from './maxplus';
import {
  ZERO,
  clear,
  exponentials,
  handDown,
  lift,
  lifted,
  limitOf,
  orderedExponents,
  orderedMantissas,
  partExponents,
  partMantissas,
  push,
  share,
  sum,
} from './scaled';

/** Scaled score tables, [s, s] each: sh, eL, eR, gL, gR. By rows of j, except gL and gR by rows of m. */
@inline const TABLES: i32 = 5;
/** Rows: two for columns of scores, then scaled ones: R, L, N and T, in whose place `outside` has its own. */
@inline const ROWS: i32 = 10;

@inline
function pairs(n: i32): f64 {
  return 0.5 * <f64>(n + 2) * <f64>(n + 1);
}

/** Bytes of the workspace before the charts: scores, rows, and the uses of gL and gR. */
@inline
function ownBytes(n: i32): f64 {
  const s = <f64>padded(n + 2);
  return 4 * s * (s * (2 * <f64>TABLES + 2) + <f64>ROWS);
}

/** Bytes of workspace for n words: two charts of scaled numbers with the uses of each, then the results. */
export function arcStandardMarginalsBytes(n: i32): f64 {
  const s = <f64>padded(n + 2);
  const size = <f64>(n + 2);
  return ownBytes(n) + 24 * pairs(n) * s + 4 * (5 * size * size + (size - 1) * (size - 1));
}

/** The address of the expected uses: shift, reduce-left, reduce-right, attach-left and attach-right; then the arcs. */
export function arcStandardMarginalsFound(n: i32, work: usize): usize {
  return work + <usize>(ownBytes(n) + 24 * pairs(n) * <f64>padded(n + 2));
}

/** Fills the charts forwards and backwards; returns the logarithm of the sum over all trees, NaN if a score is not a number. */
export function arcStandardMarginals(
  n: i32,
  shift: usize,
  reduceLeft: usize,
  reduceRight: usize,
  attachLeft: usize,
  attachRight: usize,
  arcs: usize,
  singleRoot: bool,
  work: usize,
): f64 {
  const stride = <usize>padded(n + 2) << 2;
  const sound = prepare(n, shift, reduceLeft, reduceRight, attachLeft, attachRight, arcs, work);
  if (!sound) return NaN;
  inside(n, singleRoot, work);
  const goal = pair(work + <usize>ownBytes(n), stride, 0, n + 1);
  const m = load<f32>(goal);
  if (!(m > 0)) return -Infinity;
  outside(n, work);
  return Math.log(<f64>m) + <f64>load<i32>(goal + chartBytes(n)) * 0.6931471805599453;
}

/** One chart's mantissas, exponents or uses. */
@inline
function chartBytes(n: i32): usize {
  return <usize>(4 * pairs(n) * <f64>padded(n + 2));
}

@inline
function pair(chart: usize, stride: usize, i: i32, j: i32): usize {
  return chart + <usize>((j * (j - 1)) / 2 + i) * stride;
}

/** Which lanes of the vector at byte o are below `bound`. */
@inline
function below(o: usize, bound: i32): v128 {
  return i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(bound - <i32>(o >> 2)));
}

/** Copies the entries from `first` to `last` of a column; returns their address, 0 if there is no table. */
@inline
function column(table: usize, width: i32, at: i32, first: i32, last: i32, row: usize): usize {
  if (!table) return 0;
  for (let i = first; i <= last; i++) {
    store<f32>(row + (<usize>i << 2), load<f32>(table + (<usize>(i * width + at) << 2)));
  }
  return row;
}

/** The exponentials of all scores, in the order in which they are read. */
function prepare(
  n: i32,
  shift: usize,
  reduceLeft: usize,
  reduceRight: usize,
  attachLeft: usize,
  attachRight: usize,
  arcs: usize,
  work: usize,
): bool {
  const s = <usize>padded(n + 2);
  const stride = s << 2;
  const gap = stride * s;
  const table = 2 * gap;
  const x = work + <usize>TABLES * table + 2 * gap;
  const y = x + stride;
  const limit = limitOf(n);
  const size = n + 2;
  let sound = true;
  for (let j = 1; j <= n + 1; j++) {
    const row = work + <usize>j * stride;
    const last = j - 1;
    const end = <usize>padded(j) << 2;
    sound = exponentials(column(shift, size, j, 0, last, x), 0, 0, last, row, gap, end, limit) && sound;
    // ROOT is never reduced, so it is never s0 of a reduction.
    const left = column(reduceLeft, size, j, 1, last, x);
    sound = exponentials(left, 0, 1, last, row + table, gap, end, limit) && sound;
    const right = column(reduceRight, size, j, 1, last, x);
    sound = exponentials(right, 0, 1, last, row + 2 * table, gap, end, limit) && sound;
    if (j > n) break;
    const attached = column(attachRight, size, j, 0, last, x);
    const arc = column(arcs, n + 1, j, 0, last, y);
    sound = exponentials(attached, arc, 0, last, row + 4 * table, gap, end, limit) && sound;
    const toLeft = column(arcs, n + 1, j, j + 1, n, y);
    const from = attachLeft ? attachLeft + <usize>j * (<usize>size << 2) : 0;
    sound = exponentials(from, toLeft, j + 1, n, row + 3 * table, gap, stride, limit) && sound;
  }
  return sound;
}

function inside(n: i32, singleRoot: bool, work: usize): void {
  const s = <usize>padded(n + 2);
  const stride = s << 2;
  const gap = stride * s;
  const table = 2 * gap;
  const rows = work + <usize>TABLES * table + 2 * gap + 2 * stride;
  const R = rows;
  const L = R + 2 * stride;
  const N = L + 2 * stride;
  const T = N + 2 * stride;
  const plane = chartBytes(n);
  const onLeft = work + <usize>ownBytes(n);
  const onRight = onLeft + 2 * plane;
  for (let j = 1; j <= n + 1; j++) {
    const shJ = work + <usize>j * stride;
    const eLJ = shJ + table;
    const eRJ = shJ + 2 * table;
    for (let i = j - 1; i >= 0; i--) {
      const first = (<usize>i << 2) & ~15;
      const last = <usize>padded(j) << 2;
      clear(T, stride, first, last);
      clear(N, stride, first, last);
      for (let k = i + 1; k < j; k++) join(pair(onLeft, stride, i, k), pair(onRight, stride, k, j), plane, k, first, last, T, N, stride);
      for (let o = first; o < last; o += 16) {
        const within = v128.andnot(below(o, j), below(o, i));
        let m = v128.and(f32x4.mul(v128.load(N + o), v128.load(eLJ + o)), within);
        let e = i32x4.add(v128.load(N + stride + o), v128.load(eLJ + gap + o));
        e = orderedExponents(m, e);
        m = orderedMantissas(m);
        v128.store(N + o, m);
        v128.store(N + stride + o, e);
        const re = v128.load(T + stride + o);
        const larger = i32x4.max_s(e, re);
        const all = sum(m, e, v128.load(T + o), re, larger);
        v128.store(T + o, orderedMantissas(all));
        v128.store(T + stride + o, orderedExponents(all, larger));
      }
      if (j == i + 1) {
        const at = <usize>i << 2;
        store<f32>(N + at, 1);
        store<i32>(N + stride + at, 0);
        store<f32>(T + at, 1);
        store<i32>(T + stride + at, 0);
      }

      // The hooks: [i, ·, j] as the right neighbour of any h < i, and as the left neighbour of any h ≥ j.
      const end = <usize>padded(i) << 2;
      const start = (<usize>j << 2) & ~15;
      clear(R, stride, 0, end);
      clear(L, stride, start, stride);
      for (let m = max(i, 1); m < j; m++) {
        const at = <usize>m << 2;
        const down = <usize>m * stride;
        const tm = load<f32>(T + at);
        const te = load<i32>(T + stride + at);
        push(R, stride, work + 4 * table + down, gap, 0, end, tm * load<f32>(eRJ + at), te + load<i32>(eRJ + gap + at));
        push(L, stride, work + 3 * table + down, gap, start, stride, tm * load<f32>(shJ + at), te + load<i32>(shJ + gap + at));
      }
      // Under the one-root constraint, ROOT takes its only dependent in the very last step.
      if (singleRoot && j <= n && i) store<f32>(R, 0);

      const left = pair(onLeft, stride, i, j);
      const right = pair(onRight, stride, i, j);
      clear(left, plane, 0, first);
      clear(right, plane, last, stride);
      const shI = work + <usize>i * stride;
      for (let o: usize = 0; o < end; o += 16) {
        const m = v128.and(f32x4.mul(v128.load(R + o), v128.load(shI + o)), below(o, i));
        const e = i32x4.add(v128.load(R + stride + o), v128.load(shI + gap + o));
        v128.store(right + o, orderedMantissas(m));
        v128.store(right + plane + o, orderedExponents(m, e));
      }
      for (let o = start; o < stride; o += 16) {
        const m = v128.andnot(v128.load(L + o), below(o, j));
        v128.store(left + o, orderedMantissas(m));
        v128.store(left + plane + o, orderedExponents(m, v128.load(L + stride + o)));
      }
      // A vector at the border holds both: missing numbers are 0 with the exponent ZERO.
      for (let o = first; o < last; o += 16) {
        const hook = below(o, i);
        const n0 = v128.load(N + o);
        const ne = v128.load(N + stride + o);
        v128.store(right + o, o < end ? v128.bitselect(v128.load(right + o), n0, hook) : n0);
        v128.store(right + plane + o, o < end ? v128.bitselect(v128.load(right + plane + o), ne, hook) : ne);
        const item = below(o, j);
        const t = v128.load(T + o);
        const te = v128.load(T + stride + o);
        v128.store(left + o, o < start ? t : v128.bitselect(t, v128.load(left + o), item));
        v128.store(left + plane + o, o < start ? te : v128.bitselect(te, v128.load(left + plane + o), item));
      }
    }
  }
}

/** Adds the products of two rows to T below k and to N from k on. */
@inline
function join(
  a: usize,
  b: usize,
  plane: usize,
  k: i32,
  first: usize,
  last: usize,
  T: usize,
  N: usize,
  gap: usize,
): void {
  const border = (<usize>k << 2) & ~15;
  for (let o = first; o < last; o += 16) {
    const m = f32x4.mul(v128.load(a + o), v128.load(b + o));
    const e = i32x4.add(v128.load(a + plane + o), v128.load(b + plane + o));
    if (o <= border) add(T + o, gap, v128.and(m, below(o, k)), e);
    if (o >= border) add(N + o, gap, v128.andnot(m, below(o, k)), e);
  }
}

/** Adds four numbers; zeros may have any exponent that a sum of two others can have. */
@inline
function add(row: usize, gap: usize, m: v128, e: v128): void {
  const none = f32x4.eq(m, f32x4.splat(0));
  const te = v128.bitselect(i32x4.splat(ZERO), e, none);
  const ae = v128.load(row + gap);
  const larger = i32x4.max_s(ae, te);
  v128.store(row, sum(v128.load(row), ae, m, te, larger));
  v128.store(row + gap, larger);
}

function outside(n: i32, work: usize): void {
  const s = <usize>padded(n + 2);
  const stride = s << 2;
  const gap = stride * s;
  const table = 2 * gap;
  const usesL = work + <usize>TABLES * table;
  const usesR = usesL + gap;
  const rows = usesR + gap + 2 * stride;
  const W = rows;
  const onlyLeft = W + 2 * stride;
  const used = onlyLeft + 2 * stride;
  const plane = chartBytes(n);
  const onLeft = work + <usize>ownBytes(n);
  const onRight = onLeft + 2 * plane;
  const usesLeft = onRight + 2 * plane;
  const usesRight = usesLeft + plane;
  const size = <usize>(n + 2) << 2;
  const whole = size * <usize>(n + 2);
  const shift = arcStandardMarginalsFound(n, work);
  const reduceLeft = shift + whole;
  const reduceRight = reduceLeft + whole;
  memory.fill(usesL, 0, 2 * gap);
  memory.fill(usesLeft, 0, 2 * plane);
  memory.fill(shift, 0, 5 * whole + (<usize>(n + 1) << 2) * <usize>(n + 1));
  store<f32>(pair(usesLeft, stride, 0, n + 1), 1);
  // In the reverse of the order in which the charts were filled.
  for (let j = n + 1; j >= 1; j--) {
    const shJ = work + <usize>j * stride;
    const eLJ = shJ + table;
    const eRJ = shJ + 2 * table;
    for (let i = 0; i < j; i++) {
      const left = pair(onLeft, stride, i, j);
      const right = pair(onRight, stride, i, j);
      const uses = pair(usesLeft, stride, i, j);
      const usesN = pair(usesRight, stride, i, j);
      const first = (<usize>i << 2) & ~15;
      const last = <usize>padded(j) << 2;
      const end = <usize>padded(i) << 2;
      const start = (<usize>j << 2) & ~15;
      // Distribute the uses of each hook, divided by its sum, to its parts.
      for (let o = start; o < stride; o += 16) {
        const u = v128.andnot(v128.load(uses + o), below(o, j));
        v128.store(W + o, partMantissas(u, v128.load(left + o)));
        v128.store(W + stride + o, partExponents(u, v128.load(left + plane + o)));
      }
      for (let m = max(i, 1); m < j && start < stride; m++) {
        const at = <usize>m << 2;
        const down = <usize>m * stride;
        const pm = load<f32>(left + at) * load<f32>(shJ + at);
        const pe = load<i32>(left + plane + at) + load<i32>(shJ + gap + at);
        const part = handDown(W, stride, work + 3 * table + down, gap, usesL + down, start, stride, pm, pe);
        addTo(shift + <usize>m * size + (<usize>j << 2), part);
        addTo(uses + at, part);
      }
      const shI = work + <usize>i * stride;
      for (let o: usize = 0; o < end; o += 16) {
        const u = v128.and(v128.load(usesN + o), below(o, i));
        v128.store(W + o, f32x4.mul(partMantissas(u, v128.load(right + o)), v128.load(shI + o)));
        const e = i32x4.add(partExponents(u, v128.load(right + plane + o)), v128.load(shI + gap + o));
        v128.store(W + stride + o, e);
      }
      for (let h = 0; h < i; h++) {
        addTo(shift + <usize>h * size + (<usize>i << 2), load<f32>(usesN + (<usize>h << 2)));
      }
      for (let m = i; m < j && i; m++) {
        const at = <usize>m << 2;
        const down = <usize>m * stride;
        const pm = load<f32>(left + at) * load<f32>(eRJ + at);
        const pe = load<i32>(left + plane + at) + load<i32>(eRJ + gap + at);
        const part = handDown(W, stride, work + 4 * table + down, gap, usesR + down, 0, end, pm, pe);
        addTo(reduceRight + <usize>m * size + (<usize>j << 2), part);
        addTo(uses + at, part);
      }
      if (j == i + 1) continue;
      // The uses of T go to both of its parts; N also has its own.
      for (let o = first; o < last; o += 16) {
        const within = v128.andnot(below(o, j), below(o, i));
        const u = v128.and(v128.load(uses + o), within);
        const wm = partMantissas(u, v128.load(left + o));
        const we = partExponents(u, v128.load(left + plane + o));
        v128.store(W + o, f32x4.mul(wm, f32x4.splat(lift())));
        v128.store(W + stride + o, lifted(we));
        const nm = v128.load(right + o);
        const ne = v128.load(right + plane + o);
        const own = v128.and(v128.load(usesN + o), within);
        const om = partMantissas(own, nm);
        const oe = partExponents(own, ne);
        const e = i32x4.max_s(we, oe);
        const m = sum(wm, we, om, oe, e);
        // The total, and the same for reduce-left.
        v128.store(used + o, v128.and(share(f32x4.mul(m, f32x4.splat(lift())), lifted(e), nm, ne, f32x4.splat(1), i32x4.splat(0)), within));
        v128.store(onlyLeft + o, f32x4.mul(f32x4.mul(m, v128.load(eLJ + o)), f32x4.splat(lift())));
        v128.store(onlyLeft + stride + o, lifted(i32x4.add(e, v128.load(eLJ + gap + o))));
      }
      for (let h = max(i, 1); h < j; h++) {
        addTo(reduceLeft + <usize>h * size + (<usize>j << 2), load<f32>(used + (<usize>h << 2)));
      }
      for (let k = i + 1; k < j; k++) {
        const a = pair(onLeft, stride, i, k);
        const b = pair(onRight, stride, k, j);
        const usesA = pair(usesLeft, stride, i, k);
        const usesB = pair(usesRight, stride, k, j);
        for (let o = first; o < last; o += 16) {
          const lower = below(o, k);
          const wm = v128.bitselect(v128.load(W + o), v128.load(onlyLeft + o), lower);
          const we = v128.bitselect(v128.load(W + stride + o), v128.load(onlyLeft + stride + o), lower);
          const part = share(wm, we, v128.load(a + o), v128.load(a + plane + o), v128.load(b + o), v128.load(b + plane + o));
          v128.store(usesA + o, f32x4.add(v128.load(usesA + o), part));
          v128.store(usesB + o, f32x4.add(v128.load(usesB + o), part));
        }
      }
    }
  }
  const attachLeft = reduceRight + whole;
  const attachRight = attachLeft + whole;
  const arcs = attachRight + whole;
  for (let i = 0; i <= n; i++) {
    for (let j = i + 1; j <= n; j++) {
      const to = <usize>i * size + (<usize>j << 2);
      const toLeft = load<f32>(usesL + <usize>i * stride + (<usize>j << 2));
      const toRight = load<f32>(usesR + <usize>j * stride + (<usize>i << 2));
      store<f32>(attachLeft + to, toLeft);
      store<f32>(attachRight + to, toRight);
      store<f32>(arcs + (<usize>(i * (n + 1) + j) << 2), toRight);
      store<f32>(arcs + (<usize>(j * (n + 1) + i) << 2), toLeft);
    }
  }
}

@inline
function addTo(place: usize, value: f32): void {
  store<f32>(place, load<f32>(place) + value);
}
