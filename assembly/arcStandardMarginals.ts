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
import { TABLES, chartBytes, inside, ownBytes, pair, pairs } from './arcStandardSums';
import { outside } from './arcStandardUses';
import { padded } from './maxplus';
import { exponentials, limitOf } from './scaled';

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
  outside(n, arcStandardMarginalsFound(n, work), work);
  return Math.log(<f64>m) + <f64>load<i32>(goal + chartBytes(n)) * 0.6931471805599453;
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
