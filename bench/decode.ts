// The exact decoders and the sums over all trees: milliseconds per sentence, the ratio to a plain loop over the same
// recurrence in the same run, and the growth between 80 and 320 words. With --authors FOLDER, a clone of the program of the
// paper's authors, also the ratio to their decoders in the same run; these need Python with Cython and NumPy.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { decodeArcEager } from '../dist/decode/arcEagerDecoder.js';
import { decodeArcHybrid } from '../dist/decode/arcHybridDecoder.js';
import { decodeArcStandard } from '../dist/decode/arcStandardDecoder.js';
import { decodeProjective } from '../dist/decode/edgeFactored.js';
import { kBestArcEager } from '../dist/decode/kBestParses.js';
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
const arcEagerScores = (n: number) => ({
  shift: table(n + 2),
  reduceLeft: table(n + 2),
  rightArc: table(n + 2),
  reduce: table(n + 2),
});
const arcStandardScores = (n: number) => ({
  shift: table(n + 2),
  reduceLeft: table(n + 2),
  reduceRight: table(n + 2),
  attachLeft: table(n + 2),
  attachRight: table(n + 2),
});

interface Subject {
  readonly name: string;
  /** Beyond this length the plain loop takes too long. */
  readonly plainUpTo: number;
  readonly upTo: number;
  prepare(n: number): { fast: () => number; plain?: () => number };
}

const subjects: Subject[] = [
  {
    name: 'arc-hybrid',
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
    plainUpTo: 320,
    upTo: 320,
    prepare(n) {
      const scores = arcEagerScores(n);
      const { shift, reduceLeft, rightArc, reduce } = scores;
      return {
        fast: () => decodeArcEager(engine, n, scores).score,
        plain: () => plainArcEager(n, shift, reduceLeft, rightArc, reduce),
      };
    },
  },
  {
    name: 'edge-factored, projective (Eisner)',
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
      const scores = arcStandardScores(n);
      const { shift, reduceLeft, reduceRight, attachLeft, attachRight } = scores;
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
      const scores = arcEagerScores(n);
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
      const scores = arcStandardScores(n);
      return {
        fast: () => arcStandardMarginals(engine, n, scores).logPartition,
        plain: () => plainArcStandardMarginals(n, scores).logPartition,
      };
    },
  },
  {
    name: 'five best arc-eager trees',
    plainUpTo: 0,
    upTo: 320,
    prepare(n) {
      const scores = arcEagerScores(n);
      return {
        fast: () => {
          const trees = kBestArcEager(engine, n, scores);
          const best = Array.from({ length: 5 }, () => Number(trees.next().value?.score));
          return best[4];
        },
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

/** The decoders of the paper's authors, in a program of their own. */
interface Authors {
  /** Milliseconds per sentence, measured for about 10 milliseconds; undefined if they have no such decoder. */
  time(name: string, n: number): Promise<number | undefined>;
  close(): void;
}

/** The names of their decoders in bench/authors.py. */
const ofAuthors = ['arc-hybrid', 'arc-eager', 'edge-factored, projective (Eisner)'];

function startAuthors(folder: string): Authors {
  const program = fileURLToPath(new URL('authors.py', import.meta.url));
  const python = spawn('python3', [program, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(python.stdout)[Symbol.asyncIterator]();
  return {
    async time(name, n) {
      if (!ofAuthors.includes(name)) return undefined;
      python.stdin.write(`${name} ${n} 10\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error('The program of the authors ended.');
      return Number(value);
    },
    close: () => python.stdin.end(),
  };
}

export async function bench({ authors: folder }: { authors?: string } = {}): Promise<Tables> {
  const authors = folder === undefined ? undefined : startAuthors(folder);
  try {
    return await tablesOf(authors);
  } finally {
    authors?.close();
  }
}

async function tablesOf(authors: Authors | undefined): Promise<Tables> {
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
      const [ours, plains, theirs]: number[][] = [[], [], []];
      time(fast, 20);
      for (let repetition = 0; repetition < 9; repetition++) {
        ours.push(time(fast, 10));
        if (compare) plains.push(time(plain, 10));
        const their = await authors?.time(subject.name, n);
        if (their !== undefined) theirs.push(their);
      }
      milliseconds[n] = median(ours);
      const timesFaster = (others: readonly number[]) =>
        others.length > 0 ? median(others.map((value, at) => value / ours[at])).toFixed(1) : '';
      rows.push({
        words: n,
        milliseconds: milliseconds[n].toFixed(4),
        'plain loop': compare ? median(plains).toFixed(4) : '',
        'times faster': timesFaster(plains),
        ...(theirs.length > 0 && {
          'authors’ Cython': median(theirs).toFixed(4),
          'times faster than it': timesFaster(theirs),
        }),
      });
    }
    const [short, long] = [80, Math.min(320, subject.upTo)];
    const exponent = Math.log(milliseconds[long] / milliseconds[short]) / Math.log(long / short);
    tables[`${subject.name}: grows with n to the ${exponent.toFixed(2)} from ${short} to ${long} words`] =
      rows;
  }
  return tables;
}
