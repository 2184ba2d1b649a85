// The charts of the sums over all arc-standard trees: where they lie in memory, and how they are filled.
// arcStandardMarginals.ts has the recurrences.
import { padded } from './maxplus';
import { ZERO, clear, orderedExponents, orderedMantissas, push, sum } from './scaled';

/** Scaled score tables, [s, s] each: sh, eL, eR, gL, gR. By rows of j, except gL and gR by rows of m. */
@inline export const TABLES: i32 = 5;
/** Rows: two for columns of scores, then scaled ones: R, L, N and T, in whose place `outside` has its own. */
@inline export const ROWS: i32 = 10;

@inline
export function pairs(n: i32): f64 {
  return 0.5 * <f64>(n + 2) * <f64>(n + 1);
}

/** Bytes of the workspace before the charts: scores, rows, and the uses of gL and gR. */
@inline
export function ownBytes(n: i32): f64 {
  const s = <f64>padded(n + 2);
  return 4 * s * (s * (2 * <f64>TABLES + 2) + <f64>ROWS);
}

/** One chart's mantissas, exponents or uses. */
@inline
export function chartBytes(n: i32): usize {
  return <usize>(4 * pairs(n) * <f64>padded(n + 2));
}

@inline
export function pair(chart: usize, stride: usize, i: i32, j: i32): usize {
  return chart + <usize>((j * (j - 1)) / 2 + i) * stride;
}

/** Which lanes of the vector at byte o are below `bound`. */
@inline
export function below(o: usize, bound: i32): v128 {
  return i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(bound - <i32>(o >> 2)));
}

export function inside(n: i32, singleRoot: bool, work: usize): void {
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
