// How often each score is used on average over all arc-standard trees: back through the charts of arcStandardSums.ts.
import { TABLES, below, chartBytes, ownBytes, pair } from './arcStandardSums';
import { padded } from './maxplus';
import { handDown, lift, lifted, partExponents, partMantissas, share, sum } from './scaled';

/** `shift` is where the first table of what is found goes. */
export function outside(n: i32, shift: usize, work: usize): void {
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
