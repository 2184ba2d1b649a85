// The exact decoders and the sums over all trees: milliseconds per sentence, the ratio to a plain loop over the same
// recurrence in the same run, the growth between 80 and 320 words, and the times of the paper's authors' Cython decoders.
import { decodeArcEager } from '../dist/decode/arcEagerDecoder.js';
import { decodeArcHybrid } from '../dist/decode/arcHybridDecoder.js';
import { decodeArcStandard } from '../dist/decode/arcStandardDecoder.js';
import { decodeProjective } from '../dist/decode/edgeFactored.js';
import { arcEagerMarginals, arcStandardMarginals } from '../dist/decode/marginals.js';
import { decodeSpanningTree } from '../dist/decode/spanningTree.js';
import { createEngine } from '../dist/engine/engine.js';
import { Random } from '../dist/engine/random.js';
import { plainArcStandardMarginals } from '../test/support/reference/arcStandardMarginals.js';
import { plainArcEagerMarginals } from '../test/support/reference/spanMarginals.js';
import { plainArcEager, plainArcHybrid, plainArcStandard, plainEisner } from './plain.js';
import { median, type Row, type Tables } from './table.js';

const lengths = [10, 20, 40, 80, 160, 320];
const engine = createEngine();
const random = new Random(1);

const table = (size: number) => Float32Array.from({ length: size * size }, () => random.uniform(-1, 1));

interface Subject {
  readonly name: string;
  /** Milliseconds of the authors' decoder at 20, 40, 80 and 160 words, medians on one core of a comparable machine. */
  readonly authors?: Readonly<Record<number, number>>;
  /** Beyond this length the plain loop takes too long. */
  readonly plainUpTo: number;
  readonly upTo: number;
  prepare(n: number): { fast: () => number; plain?: () => number };
}

const subjects: Subject[] = [
  {
    name: 'arc-hybrid',
    authors: { 20: 0.03, 40: 0.103, 80: 0.53, 160: 3.1 },
    plainUpTo: 320,
    upTo: 320,
    prepare(n) {
      const [shift, reduceLeft, reduceRight] = [table(n + 2), table(n + 2), table(n + 2)];
      return {
        fast: () => decodeArcHybrid(engine, n, { shift, reduceLeft, reduceRight }).score,
        plain: () => plainArcHybrid(n, shift, reduceLeft, reduceRight),
      };
    },
  },
  {
    name: 'arc-eager',
    authors: { 20: 0.045, 40: 0.186, 80: 1.0, 160: 7.2 },
    plainUpTo: 320,
    upTo: 320,
    prepare(n) {
      const [shift, reduceLeft, rightArc, reduce] = [table(n + 2), table(n + 2), table(n + 2), table(n + 2)];
      return {
        fast: () => decodeArcEager(engine, n, { shift, reduceLeft, rightArc, reduce }).score,
        plain: () => plainArcEager(n, shift, reduceLeft, rightArc, reduce),
      };
    },
  },
  {
    name: 'edge-factored, projective (Eisner)',
    authors: { 20: 0.037, 40: 0.15, 80: 0.33, 160: 2.2 },
    plainUpTo: 320,
    upTo: 320,
    prepare(n) {
      const arcs = table(n + 1);
      return { fast: () => decodeProjective(engine, n, arcs).score, plain: () => plainEisner(n, arcs) };
    },
  },
  {
    name: 'arc-standard',
    plainUpTo: 40,
    upTo: 160,
    prepare(n) {
      const [shift, reduceLeft, reduceRight] = [table(n + 2), table(n + 2), table(n + 2)];
      const [attachLeft, attachRight] = [table(n + 2), table(n + 2)];
      const scores = { shift, reduceLeft, reduceRight, attachLeft, attachRight };
      return {
        fast: () => decodeArcStandard(engine, n, scores).score,
        plain: () => plainArcStandard(n, shift, reduceLeft, reduceRight, attachLeft, attachRight),
      };
    },
  },
  {
    name: 'edge-factored, spanning tree',
    plainUpTo: 0,
    upTo: 320,
    prepare(n) {
      const arcs = table(n + 1);
      return { fast: () => decodeSpanningTree(n, arcs).score };
    },
  },
  {
    name: 'probabilities of arc-eager trees',
    plainUpTo: 160,
    upTo: 320,
    prepare(n) {
      const [shift, reduceLeft, rightArc, reduce] = [table(n + 2), table(n + 2), table(n + 2), table(n + 2)];
      const scores = { shift, reduceLeft, rightArc, reduce };
      return {
        fast: () => arcEagerMarginals(engine, n, scores).logPartition,
        plain: () => plainArcEagerMarginals(n, scores).logPartition,
      };
    },
  },
  {
    name: 'probabilities of arc-standard trees',
    plainUpTo: 40,
    upTo: 160,
    prepare(n) {
      const [shift, reduceLeft, reduceRight] = [table(n + 2), table(n + 2), table(n + 2)];
      const [attachLeft, attachRight] = [table(n + 2), table(n + 2)];
      const scores = { shift, reduceLeft, reduceRight, attachLeft, attachRight };
      return {
        fast: () => arcStandardMarginals(engine, n, scores).logPartition,
        plain: () => plainArcStandardMarginals(n, scores).logPartition,
      };
    },
  },
];

/** Milliseconds per call, over as many calls as take about `target` milliseconds. */
function time(call: () => number, target: number): number {
  let calls = 1;
  for (;;) {
    const start = performance.now();
    for (let i = 0; i < calls; i++) call();
    const elapsed = performance.now() - start;
    if (elapsed >= target) return elapsed / calls;
    calls = Math.ceil(calls * Math.min(10, Math.max(1.5, (1.2 * target) / (elapsed + 1e-3))));
  }
}

export async function bench(): Promise<Tables> {
  const tables: Tables = {};
  for (const subject of subjects) {
    const rows: Row[] = [];
    const milliseconds: Record<number, number> = {};
    for (const n of lengths.filter((length) => length <= subject.upTo)) {
      const { fast, plain } = subject.prepare(n);
      const compare = plain !== undefined && n <= subject.plainUpTo;
      if (compare) {
        const [found, reference] = [fast(), plain()];
        if (Math.abs(found - reference) > 1e-3 * Math.abs(reference)) {
          throw new Error(`${subject.name}, ${n} words: the decoders disagree, ${found} and ${reference}.`);
        }
      }
      // Interleaved, so that a busy moment falls on both.
      const [ours, theirs]: [number[], number[]] = [[], []];
      time(fast, 20);
      for (let repetition = 0; repetition < 9; repetition++) {
        ours.push(time(fast, 10));
        if (compare) theirs.push(time(plain, 10));
      }
      milliseconds[n] = median(ours);
      const authors = subject.authors?.[n];
      rows.push({
        words: n,
        milliseconds: milliseconds[n].toFixed(4),
        'plain loop': compare ? median(theirs).toFixed(4) : '',
        'times faster': compare ? median(theirs.map((value, at) => value / ours[at])).toFixed(1) : '',
        'authors’ Cython': authors ?? '',
        'times faster than it': authors ? (authors / milliseconds[n]).toFixed(1) : '',
      });
    }
    const [short, long] = [80, Math.min(320, subject.upTo)];
    const exponent = Math.log(milliseconds[long] / milliseconds[short]) / Math.log(long / short);
    tables[`${subject.name}: grows with n to the ${exponent.toFixed(2)} from ${short} to ${long} words`] =
      rows;
  }
  return tables;
}
