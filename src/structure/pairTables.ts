// Tables over pairs of positions: one two-slot MLP per group, computed for all pairs of a sentence at once.
import type { TransitionScorer } from '../decode/search.js';
import type { Random } from '../engine/random.js';
import type { Tensor } from '../engine/tensor.js';
import { dropoutMask } from '../nn/dropout.js';
import { type PairGradients, type Pairs, pairCount, scoreMaskedPairs, scorePairs } from '../nn/pairs.js';
import type { Parameters } from '../nn/parameters.js';
import { type Projections, Slots } from '../nn/slots.js';
import { configurationScorer } from './configurationScorer.js';
import type { TreeBatch } from './instance.js';
import type { ScoreTables } from './structuredModel.js';
import type { Learn, TableLayer } from './tableScorer.js';
import type { TransitionGroup } from './transitionTables.js';
import type { TableGradient } from './treeLosses.js';
import type { TreeSettings } from './treeSettings.js';

export class PairTables implements TableLayer {
  readonly groups: readonly TransitionGroup[];
  /** One per group. */
  readonly scorers: readonly Slots[];
  #parameters: Parameters;
  #settings: TreeSettings;

  constructor(
    parameters: Parameters,
    settings: TreeSettings,
    inputs: number,
    groups: readonly TransitionGroup[],
  ) {
    this.groups = groups;
    this.scorers = groups.map(
      ({ names }, g) => new Slots(parameters, `pairs.${g}`, inputs, 2, settings.hidden, names.length),
    );
    this.#parameters = parameters;
    this.#settings = settings;
  }

  pairCost(isLikelihood: boolean): number {
    return this.groups.length / (isLikelihood ? 110 : 300);
  }

  train(batch: TreeBatch, encoded: Tensor, random: Random, learn: Learn): Tensor {
    const { arena, kernels } = this.#parameters.engine;
    const projections = this.scorers.map((scorer) => scorer.project(encoded));
    for (const [s, instance] of batch.instances.entries()) {
      arena.scope(() => {
        const pairs = this.scorers.map((scorer, g) =>
          this.#dropped(scorer, projections[g], batch.starts[s], instance.n, random),
        );
        this.#backward(instance.n, pairs, learn(instance, this.#named(instance.n, pairs)));
      });
    }
    const [first, ...others] = projections.map((projection) => projection.backward());
    for (const more of others) kernels.axpy(more.size, 1, more.pointer, first.pointer);
    return first;
  }

  tables<T>(batch: TreeBatch, encoded: Tensor, visit: (n: number, tables: ScoreTables) => T): T[] {
    const { arena } = this.#parameters.engine;
    const projections = this.scorers.map((scorer) => scorer.project(encoded));
    return batch.instances.map(({ n }, s) =>
      arena.scope(() => {
        const pairs = this.scorers.map((scorer, g) => scorePairs(scorer, projections[g], batch.starts[s], n));
        return visit(n, this.#named(n, pairs));
      }),
    );
  }

  configurations(batch: TreeBatch, encoded: Tensor): (sentence: number) => TransitionScorer {
    const parts = this.groups.map(({ sees, transitions }, g) => ({
      slots: this.scorers[g],
      sees,
      transitions,
    }));
    return configurationScorer(parts, batch, encoded);
  }

  /** The pairs of a sentence, with dropout. */
  #dropped(scorer: Slots, projections: Projections, start: number, n: number, random: Random): Pairs {
    const { arena } = this.#parameters.engine;
    const { pairDropout, hiddenDropout: rate } = this.#settings;
    if (pairDropout === 'pair') {
      const masks = dropoutMask(arena, random, [pairCount(n), scorer.hidden], rate);
      if (masks) return scoreMaskedPairs(scorer, projections, start, n, masks);
    }
    return scorePairs(scorer, projections, start, n, dropoutMask(arena, random, [scorer.hidden], rate));
  }

  #backward(n: number, pairs: readonly Pairs[], { found, expected, gold }: TableGradient): void {
    const size = (n + 2) ** 2;
    for (const [g, pair] of pairs.entries()) {
      if (!expected) {
        pair.backwardSparse(difference(found?.[g] ?? new Int32Array(), gold[g], n));
        continue;
      }
      const gradient = this.#parameters.engine.arena.scratch(pair.scores.shape);
      for (const [t, name] of this.groups[g].names.entries()) gradient.set(expected[name], t * size);
      gradient.use((slope) => {
        for (const entry of gold[g]) slope[entry] -= 1;
      });
      pair.backward(gradient);
    }
  }

  #named(n: number, pairs: readonly Pairs[]): ScoreTables {
    const { arena } = this.#parameters.engine;
    return Object.fromEntries(
      this.groups.flatMap(({ names }, g) =>
        names.map((name, t) => [
          name,
          arena.view(pairs[g].scores.pointer + 4 * t * (n + 2) ** 2, [n + 2, n + 2], name),
        ]),
      ),
    );
  }
}

/** The entries that only one of two derivations uses: most entries are in both, and cancel out. */
function difference(more: Int32Array, less: Int32Array, n: number): PairGradients {
  const [ours, theirs] = [more.slice().sort(), less.slice().sort()];
  const size = n + 2;
  const entries: number[] = [];
  const values: number[] = [];
  for (let a = 0, b = 0; a < ours.length || b < theirs.length; ) {
    const entry = Math.min(ours[a] ?? Infinity, theirs[b] ?? Infinity);
    let value = 0;
    for (; ours[a] === entry; a++) value++;
    for (; theirs[b] === entry; b++) value--;
    if (value === 0) continue;
    const row = Math.floor(entry / size);
    entries.push(Math.floor(row / size), row % size, entry % size);
    values.push(value);
  }
  return { entries, values };
}
