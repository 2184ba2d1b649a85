// The exact models: a score for every pair of positions, the best of all transition sequences by dynamic programming, and
// training by the margin of the gold sequence over all others (the paper's) or by its likelihood among all trees.
import { decodeArcEager } from '../decode/arcEager.js';
import { decodeArcHybrid } from '../decode/arcHybrid.js';
import { decodeArcStandard } from '../decode/arcStandard.js';
import { arcStandardMarginals } from '../decode/arcStandardCanonical.js';
import type { DecodeOptions, Parse, Scores } from '../decode/decoding.js';
import { kBestArcEager, kBestArcHybrid, kBestArcStandard, type Trees } from '../decode/kBestParses.js';
import { arcEagerMarginals, arcHybridMarginals, type Marginals } from '../decode/marginals.js';
import type { Batch, Instance } from '../encoder/instance.js';
import type { Engine } from '../engine/engine.js';
import type { Random } from '../engine/random.js';
import type { Tensor } from '../engine/tensor.js';
import { dropoutMask } from '../nn/dropout.js';
import { scorePairs } from '../nn/pairs.js';
import type { Parameters } from '../nn/parameters.js';
import { Slots } from '../nn/slots.js';
import { arcEager } from '../transition/arcEager.js';
import { arcHybrid } from '../transition/arcHybrid.js';
import { arcStandard } from '../transition/arcStandard.js';
import { Configuration } from '../transition/configuration.js';
import { staticOracle } from '../transition/oracle.js';
import type { TransitionSystem } from '../transition/system.js';
import type { ParserSettings } from './parserSettings.js';
import type { Scorer, TrainingStep } from './scorer.js';

/** Tables of scores by the names that the decoders know them by, each [n+2, n+2]. */
export type ScoreTables = Record<string, Scores>;

export interface ExactSystem {
  readonly system: TransitionSystem;
  /** The tables over (s0, b0), one a transition, then those over (s1, s0), if any: for each reduction what it attaches. */
  readonly tables: readonly (readonly string[])[];
  decode(engine: Engine, n: number, tables: ScoreTables, options: DecodeOptions): Parse;
  marginals(n: number, tables: ScoreTables, options: DecodeOptions): Marginals;
  kBest(engine: Engine, n: number, tables: ScoreTables, options: DecodeOptions): Trees;
}

/** The three systems by name. */
export const exactSystems: Record<TransitionSystem['name'], ExactSystem> = {
  'arc-hybrid': {
    system: arcHybrid,
    tables: [arcHybrid.transitions],
    decode: decodeArcHybrid,
    marginals: arcHybridMarginals,
    kBest: kBestArcHybrid,
  },
  'arc-eager': {
    system: arcEager,
    tables: [arcEager.transitions],
    decode: decodeArcEager,
    marginals: arcEagerMarginals,
    kBest: kBestArcEager,
  },
  // Its reductions must see both words that they attach to each other, so their scores have a part over (s1, s0).
  'arc-standard': {
    system: arcStandard,
    tables: [arcStandard.transitions, ['attachLeft', 'attachRight']],
    decode: decodeArcStandard,
    marginals: arcStandardMarginals,
    kBest: kBestArcStandard,
  },
};

export class ExactScorer implements Scorer {
  readonly exact: ExactSystem;
  readonly scorers: readonly Slots[];
  #parameters: Parameters;
  #settings: ParserSettings;
  /** Gold sequences, as the table entries that they use. */
  #gold = new WeakMap<Instance, Uses>();

  constructor(parameters: Parameters, settings: ParserSettings, inputs: number) {
    if (settings.system === 'edge-factored') throw new Error('The edge-factored model takes no transitions.');
    this.exact = exactSystems[settings.system];
    this.scorers = this.exact.tables.map(
      (tables, at) => new Slots(parameters, `pairs.${at}`, inputs, 2, settings.hidden, tables.length),
    );
    this.#parameters = parameters;
    this.#settings = settings;
  }

  train(batch: Batch, encoded: Tensor, random: Random): TrainingStep {
    const { arena } = this.#parameters.engine;
    const projections = this.scorers.map((scorer) => scorer.project(encoded));
    // Made now, because what a sentence takes from the scratch is given back after it.
    for (const projection of projections) projection.gradient;
    const learn = this.#settings.training === 'crf' ? this.#likelihood : this.#margin;
    let loss = 0;
    for (const [s, instance] of batch.instances.entries()) {
      arena.scope(() => {
        const masks = this.scorers.map(({ hidden }) =>
          dropoutMask(arena, random, [hidden], this.#settings.hiddenDropout),
        );
        const pairs = this.scorers.map((scorer, at) =>
          scorePairs(scorer, projections[at], batch.starts[s], instance.n, masks[at]),
        );
        loss += learn.call(this, instance, pairs);
      });
    }
    const gradients = projections.map((projection) => projection.backward());
    const { axpy } = this.#parameters.engine.kernels;
    for (const more of gradients.slice(1)) axpy(more.size, 1, more.pointer, gradients[0].pointer);
    return { loss, gradient: gradients[0] };
  }

  parse(batch: Batch, encoded: Tensor): Int32Array[] {
    const { engine } = this.#parameters;
    const { singleRoot } = this.#settings;
    return this.tables(
      batch,
      encoded,
      (n, tables) => this.exact.decode(engine, n, tables, { singleRoot }).heads,
    );
  }

  /** Calls `visit` with each sentence's tables, which are gone afterwards, and gives what it gave. */
  tables<T>(batch: Batch, encoded: Tensor, visit: (n: number, tables: ScoreTables) => T): T[] {
    const { arena } = this.#parameters.engine;
    const projections = this.scorers.map((scorer) => scorer.project(encoded));
    return batch.instances.map(({ n }, s) =>
      arena.scope(() => {
        const pairs = this.scorers.map((scorer, at) =>
          scorePairs(scorer, projections[at], batch.starts[s], n),
        );
        return visit(n, this.#named(n, pairs));
      }),
    );
  }

  /** max over sequences of score + wrong heads, minus the gold sequence's score */
  #margin(instance: Instance, pairs: readonly Pairs[]): number {
    const { engine } = this.#parameters;
    const { n, heads } = instance;
    const arcs = engine.arena.scratch([n + 1, n + 1]);
    engine.kernels.fill(arcs.size, 1, arcs.pointer);
    arcs.use((margin) => {
      for (let m = 1; m <= n; m++) margin[heads[m] * (n + 1) + m] = 0;
    });
    const { singleRoot } = this.#settings;
    const parse = this.exact.decode(engine, n, this.#named(n, pairs), { arcs, singleRoot });
    const gold = this.#goldUses(instance);
    const loss = parse.score - scoreOf(gold, pairs);
    const predicted = this.#usesOf(n, parse.transitions);
    for (const [at, pair] of pairs.entries()) pair.backwardSparse(difference(predicted[at], gold[at], n));
    // Rounding apart, no sequence scores below the gold one.
    return Math.max(0, loss);
  }

  /** log of the sum over all trees of exp(score), minus the gold tree's score */
  #likelihood(instance: Instance, pairs: readonly Pairs[]): number {
    const { n } = instance;
    const { singleRoot } = this.#settings;
    const tables = this.#named(n, pairs);
    const { logPartition, expected } = this.exact.marginals(n, tables, { singleRoot });
    const gold = this.#goldUses(instance);
    const size = (n + 2) ** 2;
    for (const [at, pair] of pairs.entries()) {
      const gradient = this.#parameters.engine.arena.scratch(pair.scores.shape);
      for (const [t, name] of this.exact.tables[at].entries()) {
        gradient.set((expected as Record<string, Float32Array>)[name], t * size);
      }
      gradient.use((slope) => {
        for (let use = 0; use < gold[at].length; use += 3) {
          const [t, i, j] = gold[at].subarray(use, use + 3);
          slope[t * size + i * (n + 2) + j] -= 1;
        }
      });
      pair.backward(gradient);
    }
    return logPartition - scoreOf(gold, pairs);
  }

  #named(n: number, pairs: readonly Pairs[]): ScoreTables {
    const { arena } = this.#parameters.engine;
    const tables: ScoreTables = {};
    for (const [at, names] of this.exact.tables.entries()) {
      for (const [t, name] of names.entries()) {
        tables[name] = arena.view(pairs[at].scores.pointer + 4 * t * (n + 2) ** 2, [n + 2, n + 2], name);
      }
    }
    return tables;
  }

  #goldUses(instance: Instance): Uses {
    let uses = this.#gold.get(instance);
    if (!uses) {
      // Likelihoods count each tree by its canonical sequence, which is the one that prefers to reduce.
      const prefer = this.#settings.training === 'crf' ? 'reduce' : this.#settings.prefer;
      uses = this.#usesOf(instance.n, staticOracle(this.exact.system, instance.heads, prefer));
      this.#gold.set(instance, uses);
    }
    return uses;
  }

  /** The table entries (t, i, j) that a sequence uses, for each scorer. */
  #usesOf(n: number, transitions: Uint8Array): Uses {
    const { system, tables } = this.exact;
    const uses: number[][] = tables.map(() => []);
    const configuration = new Configuration(n);
    for (const transition of transitions) {
      const { s1, s0, b0 } = configuration;
      uses[0].push(transition, s0, b0);
      if (tables.length > 1 && transition > 0) uses[1].push(transition - 1, s1, s0);
      system.apply(configuration, transition);
    }
    return uses.map((list) => Int32Array.from(list));
  }
}

type Pairs = ReturnType<typeof scorePairs>;

/** For each scorer, (table, i, j) triples. */
type Uses = Int32Array[];

function scoreOf(uses: Uses, pairs: readonly Pairs[]): number {
  let sum = 0;
  for (const [at, { scores }] of pairs.entries()) {
    const [, size] = scores.shape;
    scores.use((score) => {
      for (let use = 0; use < uses[at].length; use += 3) {
        sum += score[(uses[at][use] * size + uses[at][use + 1]) * size + uses[at][use + 2]];
      }
    });
  }
  return sum;
}

/** What one sequence uses and the other does not: most of what both use is the same, and cancels out. */
function difference(more: Int32Array, less: Int32Array, n: number): { entries: number[]; values: number[] } {
  const size = n + 2;
  const counts = new Map<number, number>();
  const count = (uses: Int32Array, by: number) => {
    for (let use = 0; use < uses.length; use += 3) {
      const key = (uses[use] * size + uses[use + 1]) * size + uses[use + 2];
      counts.set(key, (counts.get(key) ?? 0) + by);
    }
  };
  count(more, 1);
  count(less, -1);
  const entries: number[] = [];
  const values: number[] = [];
  for (const [key, value] of counts) {
    if (value === 0) continue;
    const i = Math.floor(key / size);
    entries.push(Math.floor(i / size), i % size, key % size);
    values.push(value);
  }
  return { entries, values };
}
