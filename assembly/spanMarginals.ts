// Sums over all trees of an arc-eager model, each by its canonical sequence, and the expected number of uses of each
// score: the chart of canonical decoding (arcEager.ts) in scaled numbers, with sums instead of maxima, and its derivative.
//
//   N[k,j] = [j = k+1] + sum over i of P1[k,i] · Q1[i,j]      P1[k,i] = V[k,i] · e^(ra(k,i) + c(k,i))
//   L[k,j] =             sum over i of P2[k,i] · Q2[i,j]      P2[k,i] = V[k,i] · e^sh(k,i)
//   V[k,j] = N[k,j] + L[k,j]        Q1[i,j] = N[i,j] · e^re(i,j)        Q2[i,j] = V[i,j] · e^(rl(i,j) + c(j,i))
//
// In the backward pass each product P1[k,i] · Q1[i,j] gets its share of the uses of N[k,j], as a probability in a plain
// float: the share of N[k,j] that it makes up. U1[i,j] and U2[i,j] sum the shares over k: these are the uses of Q1[i,j]
// and Q2[i,j], and thus of re(i,j) and rl(i,j). The sums over j are the uses of ra(k,i) and sh(k,i).
import { padded } from './maxplus';
import {
  clear,
  exponentials,
  handDown,
  limitOf,
  orderedExponent,
  orderedMantissa,
  partExponent,
  partMantissa,
  push,
  sumOf,
} from './scaled';

/** Tables of the workspace, each [s, s] with rows padded to s entries: six of scaled numbers, then U1 and U2. */
@inline const PLANES: i32 = 14;
/** Rows of the workspace: a column of arc scores, then scaled rows for e^ra and e^re, e^sh and e^rl, L, and two of `outside`. */
@inline const ROWS: i32 = 11;

/** Bytes of workspace for n words; the results follow: four tables (n+2)×(n+2) and one (n+1)×(n+1). */
export function spanMarginalsBytes(n: i32): f64 {
  const s = <f64>padded(n + 2);
  const size = <f64>(n + 2);
  return 4 * s * (<f64>PLANES * s + <f64>ROWS) + 4 * (4 * size * size + (size - 1) * (size - 1));
}

/** The address of the results: the expected uses of shift, reduce-left, right-arc and reduce, and the arc probabilities. */
export function spanMarginalsFound(n: i32, work: usize): usize {
  const s = <usize>padded(n + 2);
  return work + ((s * (<usize>PLANES * s + <usize>ROWS)) << 2);
}

/** Fills the chart forwards and backwards; returns the logarithm of the sum over all trees, NaN if a score is not a number. */
export function spanMarginals(
  n: i32,
  sh: usize,
  rl: usize,
  ra: usize,
  re: usize,
  c: usize,
  singleRoot: bool,
  work: usize,
): f64 {
  const sound = inside(n, sh, rl, ra, re, c, singleRoot, work);
  const goal = work + (<usize>(n + 1) << 2);
  const plane = <usize>padded(n + 2) * (<usize>padded(n + 2) << 2);
  const m = load<f32>(goal);
  if (!sound || !(m > 0)) return sound ? -Infinity : NaN;
  outside(n, singleRoot, work);
  return Math.log(<f64>m) + <f64>load<i32>(goal + plane) * 0.6931471805599453;
}

function inside(
  n: i32,
  sh: usize,
  rl: usize,
  ra: usize,
  re: usize,
  c: usize,
  singleRoot: bool,
  work: usize,
): bool {
  const s = <usize>padded(n + 2);
  const stride = s << 2;
  const plane = stride * s;
  const V = work;
  const N = V + 2 * plane;
  const P1 = N + 2 * plane;
  const P2 = P1 + 2 * plane;
  const Q1 = P2 + 2 * plane;
  const Q2 = Q1 + 2 * plane;
  const column = work + <usize>PLANES * plane;
  const a = column + stride;
  const b = a + 2 * stride;
  const L = b + 2 * stride;
  const limit = limitOf(n);
  const tableRow = <usize>(n + 2) << 2;
  const arcRow = <usize>(n + 1) << 2;
  let sound = true;
  for (let k = n; k >= 0; k--) {
    const down = <usize>k * stride;
    const first = (<usize>(k + 1) << 2) & ~15;
    const fromK = <usize>k * tableRow;
    clear(N + down, plane, first, stride);
    clear(L, stride, first, stride);
    store<f32>(N + down + (<usize>(k + 1) << 2), 1);
    store<i32>(N + down + plane + (<usize>(k + 1) << 2), 0);
    const arcs = c ? c + <usize>k * arcRow : 0;
    sound = exponentials(ra ? ra + fromK : 0, arcs, k + 1, n, a, stride, stride, limit) && sound;
    sound = exponentials(sh ? sh + fromK : 0, 0, k + 1, n, b, stride, stride, limit) && sound;
    const onlyLast = singleRoot && !k;
    clear(V + down, plane, first, stride);
    for (let i = k + 1; i <= n + 1; i++) {
      const at = <usize>i << 2;
      const here = down + at;
      let nm = load<f32>(N + here);
      let ne = load<i32>(N + here + plane);
      ne = orderedExponent(nm, ne);
      nm = orderedMantissa(nm);
      store<f32>(N + here, nm);
      store<i32>(N + here + plane, ne);
      const le = load<i32>(L + at + stride);
      let ve = max(ne, le);
      let vm = sumOf(nm, ne, load<f32>(L + at), le, ve);
      ve = orderedExponent(vm, ve);
      vm = orderedMantissa(vm);
      store<f32>(V + here, vm);
      store<i32>(V + here + plane, ve);
      if (i > n) break;
      const pm1 = vm * load<f32>(a + at);
      const pe1 = ve + load<i32>(a + at + stride);
      const pm2 = vm * load<f32>(b + at);
      const pe2 = ve + load<i32>(b + at + stride);
      store<f32>(P1 + here, pm1);
      store<i32>(P1 + here + plane, pe1);
      store<f32>(P2 + here, pm2);
      store<i32>(P2 + here + plane, pe2);
      const row = <usize>i * stride;
      const from = (at + 4) & ~15;
      if (onlyLast) {
        // Under the one-root constraint, ROOT takes its only dependent in the very last step.
        const end = <usize>(n + 1) << 2;
        const te = pe1 + load<i32>(Q1 + row + plane + end);
        const ae = load<i32>(N + down + plane + end);
        const e = max(ae, te);
        store<f32>(N + down + end, sumOf(load<f32>(N + down + end), ae, pm1 * load<f32>(Q1 + row + end), te, e));
        store<i32>(N + down + plane + end, e);
      } else {
        push(N + down, plane, Q1 + row, plane, from, stride, pm1, pe1);
      }
      push(L, stride, Q2 + row, plane, from, stride, pm2, pe2);
    }
    if (!k) break;
    sound = exponentials(re ? re + fromK : 0, 0, k + 1, n + 1, a, stride, stride, limit) && sound;
    // Reduce-left needs a word at the front of the buffer, and n+1 is not a word.
    if (c) {
      for (let j = k + 1; j <= n; j++) {
        store<f32>(column + (<usize>j << 2), load<f32>(c + <usize>j * arcRow + (<usize>k << 2)));
      }
    }
    sound = exponentials(rl ? rl + fromK : 0, c ? column : 0, k + 1, n, b, stride, stride, limit) && sound;
    for (let o = first; o < stride; o += 16) {
      const here = down + o;
      v128.store(Q1 + here, f32x4.mul(v128.load(N + here), v128.load(a + o)));
      v128.store(Q1 + here + plane, i32x4.add(v128.load(N + here + plane), v128.load(a + o + stride)));
      v128.store(Q2 + here, f32x4.mul(v128.load(V + here), v128.load(b + o)));
      v128.store(Q2 + here + plane, i32x4.add(v128.load(V + here + plane), v128.load(b + o + stride)));
    }
  }
  return sound;
}

function outside(n: i32, singleRoot: bool, work: usize): void {
  const s = <usize>padded(n + 2);
  const stride = s << 2;
  const plane = stride * s;
  const V = work;
  const N = V + 2 * plane;
  const P1 = N + 2 * plane;
  const P2 = P1 + 2 * plane;
  const Q1 = P2 + 2 * plane;
  const Q2 = Q1 + 2 * plane;
  const U1 = Q2 + 2 * plane;
  const U2 = U1 + plane;
  // The uses of N[k,j] and L[k,j], divided by their values.
  const W1 = work + <usize>PLANES * plane + 7 * stride;
  const W2 = W1 + 2 * stride;
  const size = <usize>(n + 2) << 2;
  const shift = spanMarginalsFound(n, work);
  const reduceLeft = shift + size * <usize>(n + 2);
  const rightArc = reduceLeft + size * <usize>(n + 2);
  const reduce = rightArc + size * <usize>(n + 2);
  const arcs = reduce + size * <usize>(n + 2);
  const heads = <usize>(n + 1) << 2;
  memory.fill(U1, 0, 2 * plane);
  memory.fill(shift, 0, 4 * size * <usize>(n + 2) + heads * <usize>(n + 1));
  for (let k = 0; k <= n; k++) {
    const down = <usize>k * stride;
    const found = <usize>k * size;
    const first = (<usize>(k + 1) << 2) & ~15;
    clear(W1, stride, first, stride);
    clear(W2, stride, first, stride);
    for (let i = n + 1; i > k; i--) {
      const at = <usize>i << 2;
      const here = down + at;
      let used: f32 = i > n && !k ? 1 : load<f32>(U2 + here);
      if (i <= n) {
        const row = <usize>i * stride;
        const from = (at + 4) & ~15;
        const pm1 = load<f32>(P1 + here);
        const pe1 = load<i32>(P1 + here + plane);
        const byRight = handDown(W1, stride, Q1 + row, plane, U1 + row, from, stride, pm1, pe1);
        const pm2 = load<f32>(P2 + here);
        const pe2 = load<i32>(P2 + here + plane);
        const byLeft = handDown(W2, stride, Q2 + row, plane, U2 + row, from, stride, pm2, pe2);
        store<f32>(rightArc + found + at, byRight);
        store<f32>(shift + found + at, byLeft);
        store<f32>(arcs + <usize>k * heads + at, byRight);
        store<f32>(reduceLeft + found + at, load<f32>(U2 + here));
        store<f32>(arcs + <usize>i * heads + (<usize>k << 2), load<f32>(U2 + here));
        used += byRight + byLeft;
      }
      const usedDirectly = load<f32>(U1 + here);
      store<f32>(reduce + found + at, usedDirectly);
      // W2 and W1 have the uses of V and N; N is also used as a part of V.
      const vm = partMantissa(used, load<f32>(V + here));
      const ve = partExponent(used, load<i32>(V + here + plane));
      store<f32>(W2 + at, vm);
      store<i32>(W2 + at + stride, ve);
      if (singleRoot && !k && i <= n) continue;
      const nm = partMantissa(usedDirectly, load<f32>(N + here));
      const ne = partExponent(usedDirectly, load<i32>(N + here + plane));
      const e = max(ne, ve);
      store<f32>(W1 + at, sumOf(nm, ne, vm, ve, e));
      store<i32>(W1 + at + stride, e);
    }
  }
}
