// The k best trees of each exact model, best first and without duplicates. They are derivations in the charts of
// canonical decoding, where each tree has exactly one. Charts are read as the decoders backtrack, so the first tree is
// the one that canonical decoding finds, even with ties and rounding. A tree has the score of its canonical sequence.
import type { Engine } from '../engine/engine.js';
import { type ArcEagerScores, fillSpans } from './arcEagerDecoder.js';
import type { ArcHybridScores } from './arcHybridDecoder.js';
import { type ArcStandardScores, fillArcStandard } from './arcStandardDecoder.js';
import { type DecodeOptions, type Scores, sumOfArcs, type Tree } from './decoding.js';
import { type Hyperedge, type Hypergraph, kBestTrees } from './kBest.js';
import { arcEagerFromArcHybrid } from './lemmas.js';

/** Lazy: costs only as much as the trees taken from it. */
export type Trees = Generator<Tree>;

/** The trees of an arc-eager model, best first, each once. */
export function kBestArcEager(
  engine: Engine,
  n: number,
  scores: ArcEagerScores,
  options: DecodeOptions = {},
): Trees {
  return kBestTrees(n, spanHypergraph(engine, n, scores, options));
}

/** The trees of an arc-hybrid model, best first, each once. */
export function kBestArcHybrid(
  engine: Engine,
  n: number,
  scores: ArcHybridScores,
  options: DecodeOptions = {},
): Trees {
  return kBestArcEager(engine, n, arcEagerFromArcHybrid(scores), options);
}

/** `scores` is (n+1)×(n+1) by head and modifier. */
export function kBestProjective(
  engine: Engine,
  n: number,
  scores: Scores,
  { arcs, singleRoot }: DecodeOptions = {},
): Trees {
  return kBestArcEager(engine, n, {}, { arcs: sumOfArcs(n, scores, arcs), singleRoot });
}

/** The trees of an arc-standard model, best first, each once. */
export function kBestArcStandard(
  engine: Engine,
  n: number,
  scores: ArcStandardScores,
  options: DecodeOptions = {},
): Trees {
  return kBestTrees(n, arcStandardHypergraph(engine, n, scores, options));
}

const { fround } = Math;

/** The padded row length of the kernels' charts. */
function rowLength(n: number): number {
  return (n + 5) & ~3;
}

/** A copy of one of the tables of equal size that begin at an address. */
function tableAt({ memory }: Engine, pointer: number, table: number, size: number): Float32Array {
  return new Float32Array(memory.buffer, pointer + 4 * table * size, size).slice();
}

/** Each chart item [k, j] has two vertices; the second may not end with a reduce-left. */
function spanHypergraph(
  engine: Engine,
  n: number,
  scores: ArcEagerScores,
  { arcs, singleRoot = false }: DecodeOptions,
): Hypergraph {
  const size = rowLength(n);
  // What k and i contribute to [k, j] with a right arc and a left arc, then what i and j do.
  const [beginRight, beginLeft, endRight, endLeft] = fillSpans(
    engine,
    n,
    scores,
    { arcs, singleRoot, canonical: true },
    ({ work }) => [0, 1, 2, 3].map((table) => tableAt(engine, work, table, size * size)),
  );
  // The kernel keeps what i and j contribute by panels of four columns.
  const inPanel = (i: number, j: number) => (j & ~3) * size + 4 * i + (j & 3);
  const edges = (vertex: number): Hyperedge[] => {
    const [cell, isFree] = [vertex >> 1, (vertex & 1) === 0];
    const [k, j] = [Math.floor(cell / size), cell % size];
    const list: Hyperedge[] = [];
    if (j === k + 1) return [{ score: 0, tails: [] }];
    if (!singleRoot || k > 0 || j === n + 1) {
      for (let i = k + 1; i < j; i++) {
        const [ki, ij] = [k * size + i, i * size + j];
        const score = fround(beginRight[ki] + endRight[inPanel(i, j)]);
        list.push({ score, tails: [2 * ki, 2 * ij + 1], head: k, modifier: i });
      }
    }
    if (isFree && j <= n) {
      for (let i = k + 1; i < j; i++) {
        const [ki, ij] = [k * size + i, i * size + j];
        const score = fround(beginLeft[ki] + endLeft[inPanel(i, j)]);
        list.push({ score, tails: [2 * ki, 2 * ij], head: j, modifier: i });
      }
    }
    return list;
  };
  return { goal: 2 * (n + 1), edges };
}

/**
 * Each place h in the row of a pair i < j has two vertices. For i ≤ h < j they are the item [i, h, j], and the second
 * may not end with a reduce-right. For h < i or h ≥ j they are a hook, whose head h is on the left or on the right.
 */
function arcStandardHypergraph(
  engine: Engine,
  n: number,
  scores: ArcStandardScores,
  { arcs, singleRoot = false }: DecodeOptions,
): Hypergraph {
  const size = rowLength(n);
  const pairs = ((n + 1) * (n + 2)) / 2;
  // The scores in the kernel's layout, the chart, and its twin for rows used as the right part.
  const [tables, all, onRight] = fillArcStandard(
    engine,
    n,
    scores,
    { arcs, singleRoot, canonical: true },
    (_, work) => {
      const { buffer } = engine.memory;
      const chart = engine.kernels.arcStandardChart(n, work);
      return [
        new Float32Array(buffer, work, 5 * (size + 4) * size).slice(),
        new Float32Array(buffer, chart, pairs * size).slice(),
        new Float32Array(buffer, chart + 4 * pairs * size, pairs * size).slice(),
      ];
    },
  );
  const block = (size + 4) * size;
  const [shift, reduceLeft, reduceRight, attachLeft, attachRight] = [0, 1, 2, 3, 4].map((table) =>
    tables.subarray(table * block, (table + 1) * block),
  );
  const place = (i: number, j: number, h: number) => ((j * (j - 1)) / 2 + i) * size + h;

  /** An edge per modifier of h in the hook of [i, ·, j]: a right one with its reduce-right, a left one with a shift. */
  const hookEdges = (i: number, j: number, h: number): Hyperedge[] => {
    const isRight = h < i;
    const [ends, attach] = isRight ? [reduceRight, attachRight] : [shift, attachLeft];
    const list: Hyperedge[] = [];
    for (let modifier = isRight ? i : Math.max(i, 1); modifier < j; modifier++) {
      const tree = place(i, j, modifier);
      const score = fround(fround(all[tree] + ends[j * size + modifier]) + attach[modifier * size + h]);
      list.push({ score, tails: [2 * tree], head: h, modifier });
    }
    return list;
  };

  const edges = (vertex: number): Hyperedge[] => {
    const [cell, isFree] = [Math.floor(vertex / 2), vertex % 2 === 0];
    const [pair, h] = [Math.floor(cell / size), cell % size];
    // pair = j(j − 1)/2 + i
    const j = Math.floor((1 + Math.sqrt(1 + 8 * pair)) / 2);
    const i = pair - (j * (j - 1)) / 2;
    if (h < i || h >= j) return hookEdges(i, j, h);
    if (j === i + 1) return [{ score: 0, tails: [] }];
    const list: Hyperedge[] = [];
    for (let k = i + 1; k < (isFree ? j : h + 1); k++) {
      const [before, after] = [place(i, k, h), place(k, j, h)];
      const sum = fround(all[before] + onRight[after]);
      const score = k <= h ? fround(sum + reduceLeft[j * size + h]) : sum;
      list.push({ score, tails: [2 * before, 2 * after + (k <= h ? 1 : 0)] });
    }
    return list;
  };
  return { goal: 2 * place(0, n + 1, 0), edges };
}
