// One suite over the log partition functions, marginals and minimum-risk trees of every exact model.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeMinimumRisk } from '../../src/decode/minimumRisk.js';
import { deduce, inside, log, unambiguous } from '../../src/deduction/index.js';
import { createEngine } from '../../src/engine/engine.js';
import {
  canonicalCandidates,
  models,
  projectiveModels,
  randomScores,
  scoreOfArcs,
  spanningTreeModel,
} from '../support/models.js';
import { allProjectiveTrees, allTrees, rootCount } from '../support/trees.js';

/** A derivative by the five-point rule; the step is a power of two, so that float32 scores take it exactly. */
function derivative(scores: Float32Array, at: number, value: () => number): number {
  const step = 2 ** -6;
  const score = scores[at];
  const shifted = (steps: number) => {
    scores[at] = score + steps * step;
    return value();
  };
  const slope = (8 * (shifted(1) - shifted(-1)) - (shifted(2) - shifted(-2))) / (12 * step);
  scores[at] = score;
  return slope;
}

/** Scores on a coarse grid, so that adding a step to them is exact. */
function gridScores(model: (typeof models)[number], n: number, seed: number) {
  const { tables, arcs } = randomScores(model, n, seed);
  for (const table of [...Object.values(tables), arcs]) {
    for (let at = 0; at < table.length; at++) table[at] = Math.round(64 * table[at]) / 64;
  }
  return { tables, arcs };
}

describe.each(models)('$name', (model) => {
  it.each([false, true])('equals the sum over all trees for n ≤ 5 (one root %s)', (singleRoot) => {
    for (let n = 1; n <= 5; n++) {
      const { tables, arcs } = randomScores(model, n, n);
      const options = { arcs, singleRoot };
      const list = canonicalCandidates(model, n, tables, options);
      const partition = list.reduce((sum, { score }) => sum + Math.exp(score), 0);
      const expected = new Float64Array(arcs.length);
      for (const { heads, score } of list) {
        for (let m = 1; m <= n; m++) expected[heads[m] * (n + 1) + m] += Math.exp(score) / partition;
      }
      const found = model.marginals(n, tables, options);
      expect(found.logPartition).toBeCloseTo(Math.log(partition), 4);
      for (const [at, probability] of found.arcs.entries()) expect(probability).toBeCloseTo(expected[at], 5);
    }
  });

  it.each([false, true])('has the gradient of the log partition function (one root %s)', (singleRoot) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), fc.integer(), (n, seed) => {
        const { tables, arcs } = gridScores(model, n, seed);
        const value = () => model.marginals(n, tables, { arcs, singleRoot }).logPartition;
        const found = model.marginals(n, tables, { arcs, singleRoot });
        const expected = found.expected as Record<string, Float32Array>;
        for (const [name, table] of Object.entries({ ...tables, arcs })) {
          const gradient = name === 'arcs' || name === 'edges' ? found.arcs : expected[name];
          // A table has a gradient where it has a score.
          table.forEach((score, at) => {
            if (!Number.isNaN(score)) expect(gradient[at]).toBeCloseTo(derivative(table, at, value), 5);
          });
        }
      }),
      { numRuns: 6 },
    );
  });

  it('gives each word one head', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer(), fc.boolean(), (n, seed, singleRoot) => {
        const { tables, arcs } = randomScores(model, n, seed);
        const found = model.marginals(n, tables, { arcs, singleRoot });
        for (let m = 1; m <= n; m++) {
          let sum = 0;
          for (let h = 0; h <= n; h++) {
            expect(found.arcs[h * (n + 1) + m]).toBeGreaterThanOrEqual(-1e-6);
            sum += found.arcs[h * (n + 1) + m];
          }
          expect(sum).toBeCloseTo(1, 4);
        }
        if (!singleRoot) return;
        let roots = 0;
        for (let m = 1; m <= n; m++) roots += found.arcs[m];
        expect(roots).toBeCloseTo(1, 4);
      }),
      { numRuns: 10 },
    );
  });
});

it.each(projectiveModels)('$name has the deduction system’s partition function', (model) => {
  const { rules } = model;
  if (rules === undefined) throw new Error('A projective model has rules.');
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.integer(), fc.boolean(), (n, seed, singleRoot) => {
      const { tables, arcs } = randomScores(model, n, seed);
      const sum = tables.edges ? tables.edges.map((score, at) => score + arcs[at]) : arcs;
      const chart = deduce(unambiguous(rules), n, { singleRoot });
      const reference = inside(chart, log, { tables, arcs: sum }).goal;
      expect(model.marginals(n, tables, { arcs, singleRoot }).logPartition).toBeCloseTo(reference, 3);
    }),
    { numRuns: 10 },
  );
});

it.each([true, false])('minimum risk has the most expected right heads (projective %s)', (projective) => {
  const engine = createEngine();
  for (let n = 1; n <= 5; n++) {
    for (const singleRoot of [false, true]) {
      const { tables } = randomScores(spanningTreeModel, n, n);
      const { arcs } = spanningTreeModel.marginals(n, tables, { singleRoot });
      const trees = [...(projective ? allProjectiveTrees(n) : allTrees(n))];
      const allowed = trees.filter((heads) => !singleRoot || rootCount(heads) === 1);
      const best = Math.max(...allowed.map((heads) => scoreOfArcs(heads, arcs)));
      const { heads, score } = decodeMinimumRisk(engine, n, arcs, { singleRoot, projective });
      expect(score).toBeCloseTo(best, 5);
      expect(scoreOfArcs(heads, arcs)).toBeCloseTo(best, 5);
    }
  }
});
