// The k best trees of each exact model, best first and without duplicates: derivations in the canonical charts, where each
// tree has one. A tree's score is its canonical sequence's (what staticOracle gives when it prefers to reduce); where
// another sequence of the same tree scores higher, the exact decoders' maximum can be above the first score here.
import type { ArcEagerScores } from './arcEager.js';
import type { ArcHybridScores } from './arcHybrid.js';
import type { ArcStandardScores } from './arcStandard.js';
import { arcStandardWeights, canonicalArcStandard } from './arcStandardCanonical.js';
import { type CanonicalChart, canonicalChart, maximum, rightAllowed, spanWeights } from './canonical.js';
import { type DecodeOptions, requireFinite, type Scores, sumOfArcs, type Tree } from './decoding.js';
import { type Hyperedge, type Hypergraph, kBestTrees } from './kBest.js';
import { arcEagerFromArcHybrid } from './lemmas.js';

/** As many trees as one takes from it, at the cost of those. */
export type Trees = Generator<Tree>;

/** The trees of an arc-eager model, best first and each once. */
export function kBestArcEager(n: number, scores: ArcEagerScores, options: DecodeOptions = {}): Trees {
  return kBestTrees(n, spanHypergraph(canonicalChart(spanWeights(n, scores, options), maximum)));
}

/** The trees of an arc-hybrid model, best first and each once. */
export function kBestArcHybrid(n: number, scores: ArcHybridScores, options: DecodeOptions = {}): Trees {
  return kBestArcEager(n, arcEagerFromArcHybrid(scores), options);
}

/** `scores` is (n+1)×(n+1) by head and modifier. */
export function kBestProjective(n: number, scores: Scores, { arcs, singleRoot }: DecodeOptions = {}): Trees {
  return kBestArcEager(n, {}, { arcs: sumOfArcs(scores, arcs), singleRoot });
}

/** The trees of an arc-standard model, best first and each once. */
export function kBestArcStandard(n: number, scores: ArcStandardScores, options: DecodeOptions = {}): Trees {
  const weights = arcStandardWeights(n, scores, options);
  const { shift, reduceLeft, reduceRight, attachLeft, attachRight } = weights;
  const { all, notRight, right, rowOf, goal } = canonicalArcStandard(weights, maximum);
  requireFinite(goal);
  // Vertices: three for each item [i, h, j], whose number is its place in the chart; `all` is either of the other two.
  const place = (i: number, h: number, j: number) => rowOf(i, j) + h;
  const items = Array.from({ length: n + 1 }, (_, i) => i).flatMap((i) =>
    Array.from({ length: n + 1 - i }, (_, width) => ({ i, j: i + width + 1 })),
  );
  const spans = new Map(items.map(({ i, j }) => [rowOf(i, j), { i, j }]));
  const size = n + 2;
  const edges = (vertex: number): Hyperedge[] => {
    const [kind, item] = [vertex % 3, Math.floor(vertex / 3)];
    const h = item % size;
    const span = spans.get(item - h);
    if (span === undefined) throw new RangeError(`No item of the chart has number ${vertex}.`);
    const { i, j } = span;
    if (kind === 0) return [1, 2].map((part) => ({ weight: 0, tails: [3 * item + part] }));
    if (j === i + 1) return kind === 1 ? [{ weight: 0, tails: [] }] : [];
    const list: Hyperedge[] = [];
    if (kind === 2) {
      for (let k = h + 1; k < j; k++) {
        if (!weights.rightAllowed(h, j)) break;
        for (let modifier = k; modifier < j; modifier++) {
          const weight =
            shift[h * size + k] + attachRight[h * size + modifier] + reduceRight[modifier * size + j];
          list.push({ weight, tails: [3 * place(i, h, k), 3 * place(k, modifier, j)], head: h, modifier });
        }
      }
    } else {
      for (let k = i + 1; k <= h; k++) {
        for (let modifier = Math.max(i, 1); modifier < k; modifier++) {
          const weight =
            shift[modifier * size + k] + attachLeft[modifier * size + h] + reduceLeft[h * size + j];
          list.push({
            weight,
            tails: [3 * place(i, modifier, k), 3 * place(k, h, j) + 1],
            head: h,
            modifier,
          });
        }
      }
    }
    return list;
  };
  const values = [all, notRight, right];
  const best = (vertex: number) => values[vertex % 3][Math.floor(vertex / 3)];
  return kBestTrees(n, { goal: 3 * place(0, 0, n + 1), best, edges });
}

/** Vertices: three for each item [k, j] of the chart; `all` is either of the other two. */
function spanHypergraph({ weights, notLeft, left, all, goal }: CanonicalChart): Hypergraph {
  requireFinite(goal);
  const { n, beginRight, endRight, beginLeft, endLeft } = weights;
  const size = n + 2;
  const values = [all, notLeft, left];
  const edges = (vertex: number): Hyperedge[] => {
    const [kind, cell] = [vertex % 3, Math.floor(vertex / 3)];
    const [k, j] = [Math.floor(cell / size), cell % size];
    if (kind === 0) return [1, 2].map((part) => ({ weight: 0, tails: [3 * cell + part] }));
    if (j === k + 1) return kind === 1 ? [{ weight: 0, tails: [] }] : [];
    if (kind === 1 ? !rightAllowed(weights, k, j) : j > n) return [];
    return Array.from({ length: j - k - 1 }, (_, at): Hyperedge => {
      const i = k + 1 + at;
      const [ki, ij] = [k * size + i, i * size + j];
      return kind === 1
        ? { weight: beginRight[ki] + endRight[ij], tails: [3 * ki, 3 * ij + 1], head: k, modifier: i }
        : { weight: beginLeft[ki] + endLeft[ij], tails: [3 * ki, 3 * ij], head: j, modifier: i };
    });
  };
  return { goal: 3 * (n + 1), best: (vertex) => values[vertex % 3][Math.floor(vertex / 3)], edges };
}
