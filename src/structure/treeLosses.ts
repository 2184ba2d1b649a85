// The losses over whole trees in tables of scores, each with its gradient with respect to the tables.
import { arrayOf, useScores } from '../decode/decoding.js';
import type { Engine } from '../engine/engine.js';
import type { Instance } from './instance.js';
import type { Entries, ExpectedEntries, ScoreTables, TableModel } from './structuredModel.js';

/** The gradient of a loss with respect to the tables: what the model expects, minus the gold entries. */
export interface TableGradient {
  /** For a loss over few entries: those of the derivation that the model prefers. */
  readonly found?: Entries;
  /** For a loss over all entries: how often the model expects each. */
  readonly expected?: ExpectedEntries;
  readonly gold: Entries;
}

export interface TreeLoss {
  /** Whether the scores become log probabilities. Each tree then counts once, by its canonical derivation. */
  readonly isLikelihood: boolean;
  of(lesson: Lesson): { readonly loss: number; readonly gradient: TableGradient };
}

/** A sentence to learn from. */
export interface Lesson {
  readonly engine: Engine;
  readonly model: TableModel;
  readonly instance: Instance;
  readonly tables: ScoreTables;
  /** The entries of the gold derivation. */
  readonly gold: Entries;
  readonly singleRoot: boolean;
}

/** max over derivations of score + wrong heads, minus the gold derivation's score */
export const margin: TreeLoss = {
  isLikelihood: false,
  of({ engine, model, instance: { n, heads }, tables, gold, singleRoot }) {
    return engine.arena.scope(() => {
      const arcs = engine.arena.scratch([n + 1, n + 1]);
      arcs.use((costs) => {
        costs.fill(1);
        for (let m = 1; m <= n; m++) costs[heads[m] * (n + 1) + m] = 0;
      });
      const best = model.decode(engine, n, tables, { arcs, singleRoot });
      // Negative only by rounding: the best derivation scores at least as high as the gold one.
      const loss = Math.max(0, best.score - scoreOf(model, tables, gold));
      return { loss, gradient: { found: best.entries(), gold } };
    });
  },
};

/** log of the sum over all trees of exp(score), minus the gold tree's score */
export const likelihood: TreeLoss = {
  isLikelihood: true,
  of({ engine, model, instance: { n }, tables, gold, singleRoot }) {
    if (!model.marginals) throw new Error('The model has no probabilities to learn by.');
    const { logPartition, expected } = model.marginals(engine, n, tables, { singleRoot });
    return { loss: logPartition - scoreOf(model, tables, gold), gradient: { expected, gold } };
  },
};

/** Each word chooses its head independently: −log of the gold head's share; for edge-factored models. */
export const headSoftmax: TreeLoss = {
  isLikelihood: true,
  of({ instance: { n, heads }, tables, gold }) {
    const scores = arrayOf(tables.arcs);
    const size = n + 1;
    const shares = new Float32Array(size * size);
    let loss = 0;
    for (let m = 1; m <= n; m++) {
      let best = -Infinity;
      for (let h = 0; h <= n; h++) if (h !== m && scores[h * size + m] > best) best = scores[h * size + m];
      let sum = 0;
      for (let h = 0; h <= n; h++) if (h !== m) sum += Math.exp(scores[h * size + m] - best);
      for (let h = 0; h <= n; h++) {
        if (h !== m) shares[h * size + m] = Math.exp(scores[h * size + m] - best) / sum;
      }
      loss += best + Math.log(sum) - scores[heads[m] * size + m];
    }
    return { loss, gradient: { expected: { arcs: shares }, gold } };
  },
};

/** The sum of the scores of entries. */
function scoreOf({ groups }: TableModel, tables: ScoreTables, entries: Entries): number {
  let sum = 0;
  for (const [g, { names }] of groups.entries()) {
    for (const [t, name] of names.entries()) {
      sum += useScores(tables[name], (scores) => {
        const start = t * scores.length;
        let ofTable = 0;
        for (const entry of entries[g]) {
          if (entry >= start && entry < start + scores.length) ofTable += scores[entry - start];
        }
        return ofTable;
      });
    }
  }
  return sum;
}
