// Sums over all trees of an arc-eager model by its canonical chart, in logarithms and double precision, and their gradient:
// what the kernels are checked against, and measured against. Every table is an array of (n+2)×(n+2) scores.
//
//   N[k,j] = ⊕ over i of V[k,i] + ra(k,i) + c(k,i) + N[i,j] + re(i,j)            last step not reduce-left
//   L[k,j] = ⊕ over i of V[k,i] + sh(k,i)          + V[i,j] + rl(i,j) + c(j,i)   last step reduce-left
//   V[k,j] = N[k,j] ⊕ L[k,j]

export interface PlainOptions {
  /** (n+1)×(n+1) by head and modifier */
  readonly arcs?: Float32Array;
  readonly singleRoot?: boolean;
}

export interface PlainMarginals {
  readonly logPartition: number;
  readonly arcs: Float64Array;
  /** By the names of the tables. */
  readonly expected: Readonly<Record<string, Float64Array>>;
}

type PlainTables = Readonly<Record<string, Float32Array>>;

/** log Σ exp over the first `count` terms. */
export function logSumExp(terms: Float64Array, count: number): number {
  let best = -Infinity;
  for (let i = 0; i < count; i++) if (terms[i] > best) best = terms[i];
  if (best === -Infinity) return best;
  let sum = 0;
  for (let i = 0; i < count; i++) sum += Math.exp(terms[i] - best);
  return best + Math.log(sum);
}

/** A table in double precision, with the score of arc i → j, or of j → i, added at [i, j]. */
export function tableOf(
  n: number,
  scores: Float32Array | undefined,
  arcs?: Float32Array,
  toLeft = false,
): Float64Array {
  const table = scores ? Float64Array.from(scores) : new Float64Array((n + 2) ** 2);
  for (let i = 0; i <= n && arcs; i++) {
    for (let j = i + 1; j <= n; j++) {
      table[i * (n + 2) + j] += toLeft ? arcs[j * (n + 1) + i] : arcs[i * (n + 1) + j];
    }
  }
  return table;
}

/** By head and modifier, what is by i < j in one table for the arcs i → j and in another for j → i. */
export function arcsOf(n: number, right: Float64Array, left: Float64Array): Float64Array {
  const arcs = new Float64Array((n + 1) ** 2);
  for (let i = 0; i <= n; i++) {
    for (let j = i + 1; j <= n; j++) {
      arcs[i * (n + 1) + j] = right[i * (n + 2) + j];
      arcs[j * (n + 1) + i] = left[i * (n + 2) + j];
    }
  }
  return arcs;
}

export function plainArcEagerMarginals(
  n: number,
  { shift, reduceLeft, rightArc, reduce }: PlainTables,
  { arcs, singleRoot = false }: PlainOptions = {},
): PlainMarginals {
  const size = n + 2;
  const [beginRight, endRight] = [tableOf(n, rightArc, arcs), tableOf(n, reduce)];
  const [beginLeft, endLeft] = [tableOf(n, shift), tableOf(n, reduceLeft, arcs, true)];
  const rightAllowed = (k: number, j: number) => !singleRoot || k > 0 || j === n + 1;
  const notLeft = new Float64Array(size * size).fill(-Infinity);
  const left = notLeft.slice();
  const all = notLeft.slice();
  const terms = new Float64Array(size);
  for (let k = n; k >= 0; k--) {
    notLeft[k * size + k + 1] = 0;
    all[k * size + k + 1] = 0;
    for (let j = k + 2; j <= n + 1; j++) {
      const cell = k * size + j;
      if (rightAllowed(k, j)) {
        for (let i = k + 1; i < j; i++) {
          const [ki, ij] = [k * size + i, i * size + j];
          terms[i - k - 1] = all[ki] + beginRight[ki] + notLeft[ij] + endRight[ij];
        }
        notLeft[cell] = logSumExp(terms, j - k - 1);
      }
      if (j <= n) {
        for (let i = k + 1; i < j; i++) {
          const [ki, ij] = [k * size + i, i * size + j];
          terms[i - k - 1] = all[ki] + beginLeft[ki] + all[ij] + endLeft[ij];
        }
        left[cell] = logSumExp(terms, j - k - 1);
      }
      terms[0] = notLeft[cell];
      terms[1] = left[cell];
      all[cell] = logSumExp(terms, 2);
    }
  }

  // Each combination hands its share of the conclusion's probability down to its premises.
  const fresh = () => new Float64Array(size * size);
  const expected = { shift: fresh(), reduceLeft: fresh(), rightArc: fresh(), reduce: fresh() };
  const outsideAll = fresh();
  const outsideNotLeft = fresh();
  outsideAll[n + 1] = 1;
  for (let k = 0; k <= n; k++) {
    for (let j = n + 1; j > k + 1; j--) {
      const cell = k * size + j;
      if (all[cell] === -Infinity) continue;
      const right = outsideNotLeft[cell] + outsideAll[cell] * Math.exp(notLeft[cell] - all[cell]);
      if (right > 0 && rightAllowed(k, j)) {
        for (let i = k + 1; i < j; i++) {
          const [ki, ij] = [k * size + i, i * size + j];
          const term = all[ki] + beginRight[ki] + notLeft[ij] + endRight[ij];
          const share = right * Math.exp(term - notLeft[cell]);
          outsideAll[ki] += share;
          outsideNotLeft[ij] += share;
          expected.rightArc[ki] += share;
          expected.reduce[ij] += share;
        }
      }
      const toLeft = outsideAll[cell] * Math.exp(left[cell] - all[cell]);
      if (toLeft > 0) {
        for (let i = k + 1; i < j; i++) {
          const [ki, ij] = [k * size + i, i * size + j];
          const term = all[ki] + beginLeft[ki] + all[ij] + endLeft[ij];
          const share = toLeft * Math.exp(term - left[cell]);
          outsideAll[ki] += share;
          outsideAll[ij] += share;
          expected.shift[ki] += share;
          expected.reduceLeft[ij] += share;
        }
      }
    }
  }
  // A right arc k → i is made once, when i's stay on the stack begins; a left arc j → i when it ends.
  return { logPartition: all[n + 1], arcs: arcsOf(n, expected.rightArc, expected.reduceLeft), expected };
}

/** Arc-hybrid is arc-eager that does not tell right-arc from shift. */
export function plainArcHybridMarginals(
  n: number,
  { shift, reduceLeft, reduceRight }: PlainTables,
  options: PlainOptions = {},
): PlainMarginals {
  const tables = { shift, reduceLeft, rightArc: shift, reduce: reduceRight };
  const { expected, ...found } = plainArcEagerMarginals(n, tables, options);
  const both = expected.shift.map((uses, at) => uses + expected.rightArc[at]);
  return {
    ...found,
    expected: { shift: both, reduceLeft: expected.reduceLeft, reduceRight: expected.reduce },
  };
}

/** Edge-factored scores are arc-eager's without any but the arcs'. */
export function plainProjectiveMarginals(
  n: number,
  { edges }: PlainTables,
  { arcs, singleRoot }: PlainOptions = {},
): PlainMarginals {
  const sum = edges.map((score, at) => score + (arcs?.[at] ?? 0));
  const { logPartition, arcs: found } = plainArcEagerMarginals(n, {}, { arcs: sum, singleRoot });
  return { logPartition, arcs: found, expected: { edges: found } };
}
