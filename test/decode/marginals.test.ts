// One suite over the log partition functions, marginals and minimum-risk trees of every exact model.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ScoresError } from '../../src/decode/decoding.js';
import { arcEagerMarginals } from '../../src/decode/marginals.js';
import { decodeMinimumRisk } from '../../src/decode/minimumRisk.js';
import { deduce, inside, log, unambiguous } from '../../src/deduction/index.js';
import { createEngine } from '../../src/engine/engine.js';
import {
  arcEagerModel,
  arcStandardModel,
  canonicalCandidates,
  models,
  projectiveModels,
  randomScores,
  scoreOfArcs,
  spanningTreeModel,
  type Tables,
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
  it.each([false, true])('equals the sum over all trees for n ≤ 6 (one root %s)', (singleRoot) => {
    for (let n = 1; n <= 6; n++) {
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
        // In double precision; that both are the same is checked below.
        const marginals = model.plainMarginals ?? model.marginals;
        const value = () => marginals(n, tables, { arcs, singleRoot }).logPartition;
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

  it.each([true, false])(
    'fails where scores are no numbers, infinite or forbid all (one root %s)',
    (singleRoot) => {
      for (const n of [1, 2, 3, 4, 5, 9]) {
        for (const wrong of [NaN, Infinity]) {
          const { tables, arcs } = randomScores(model, n, n);
          const [name] = model.tables;
          // From the last word but one to the last, and from ROOT to the last.
          const width = Math.sqrt(tables[name].length);
          const places = { [name]: (n - 1) * width + n, arcs: n };
          for (const [table, place] of Object.entries(places)) {
            const changed: Tables = { ...tables, arcs: arcs.slice() };
            const scores = changed[table].slice();
            scores[place] = wrong;
            changed[table] = scores;
            const { arcs: changedArcs, ...changedTables } = changed;
            expect(() => model.marginals(n, changedTables, { arcs: changedArcs, singleRoot })).toThrow(
              ScoresError,
            );
          }
        }
        const { tables, arcs } = randomScores(model, n, n);
        for (let h = 0; h <= n; h++) if (h !== n) arcs[h * (n + 1) + n] = -Infinity;
        expect(() => model.marginals(n, tables, { arcs, singleRoot })).toThrow('No tree has a finite score');
      }
    },
  );

  it('gives each word one head', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer(), fc.boolean(), (n, seed, singleRoot) => {
        const { tables, arcs } = randomScores(model, n, seed);
        const found = model.marginals(n, tables, { arcs, singleRoot });
        for (let m = 1; m <= n; m++) {
          let sum = 0;
          for (let h = 0; h <= n; h++) {
            expect(found.arcs[h * (n + 1) + m]).toBeGreaterThanOrEqual(0);
            sum += found.arcs[h * (n + 1) + m];
          }
          expect(sum).toBeCloseTo(1, 5);
        }
        if (!singleRoot) return;
        let roots = 0;
        for (let m = 1; m <= n; m++) roots += found.arcs[m];
        expect(roots).toBeCloseTo(1, 5);
      }),
      { numRuns: 10 },
    );
  });
});

describe.each(projectiveModels)('$name', (model) => {
  /** Compares with double precision: each value to a hundred-thousandth of itself, or to nothing where it is next to 0. */
  function expectSame(n: number, tables: Tables, options: { arcs?: Float32Array; singleRoot: boolean }) {
    const expected = model.plainMarginals?.(n, tables, options);
    if (expected === undefined) throw new Error('A projective model has plain marginals.');
    const found = model.marginals(n, tables, options);
    expect(found.logPartition).toBeCloseTo(expected.logPartition, 4);
    const kinds = { ...(found.expected as Tables), arcs: found.arcs };
    for (const [name, values] of Object.entries(kinds)) {
      const wanted: ArrayLike<number> = name === 'arcs' ? expected.arcs : expected.expected[name];
      for (const [at, value] of values.entries()) {
        const off = Math.abs(value - wanted[at]);
        if (!(value >= 0 && off <= 1e-5 * wanted[at] + 1e-15)) {
          expect.fail(`${name}[${at}] of ${n} words is ${value} and should be ${wanted[at]}`);
        }
      }
    }
  }

  const longest = model === arcStandardModel ? 20 : 50;
  const anyCase = fc.record({
    n: fc.integer({ min: 1, max: longest }),
    seed: fc.integer(),
    /** What scores of about 2 are multiplied by. */
    scale: fc.constantFrom(0, 0.1, 1, 20, 500),
    withArcs: fc.boolean(),
    singleRoot: fc.boolean(),
  });

  it('equals sums in double precision, whatever the size of the scores', () => {
    fc.assert(
      fc.property(anyCase, ({ n, seed, scale, withArcs, singleRoot }) => {
        const { tables, arcs } = randomScores(model, n, seed);
        for (const table of [...Object.values(tables), arcs]) {
          for (let at = 0; at < table.length; at++) table[at] *= scale;
        }
        expectSame(n, tables, { arcs: withArcs ? arcs : undefined, singleRoot });
      }),
      { numRuns: 40 },
    );
  });

  it('equals them where scores are forbidden', () => {
    fc.assert(
      fc.property(anyCase, ({ n, seed, withArcs, singleRoot }) => {
        const { tables, arcs } = randomScores(model, n, seed);
        // A tree is left: the chain in which each word but the first hangs on the one before it.
        const isChain = (i: number, j: number) => i === j - 1 || j === n + 1;
        for (const [name, table] of Object.entries(tables)) {
          const size = name === 'edges' ? n + 1 : n + 2;
          for (let at = 0; at < table.length; at++) {
            const isSpared = isChain(Math.floor(at / size), at % size);
            if (table[at] < -1 && !isSpared) table[at] = -Infinity;
          }
        }
        for (let at = 0; at < arcs.length; at++) {
          if (arcs[at] < -1 && Math.floor(at / (n + 1)) !== (at % (n + 1)) - 1) arcs[at] = -Infinity;
        }
        expectSame(n, tables, { arcs: withArcs ? arcs : undefined, singleRoot });
      }),
      { numRuns: 40 },
    );
  });

  it('equals them for 40 words and scores up to ±1,000', () => {
    const { tables, arcs } = randomScores(model, 40, 1);
    for (const table of [...Object.values(tables), arcs]) {
      const largest = Math.max(...table.filter((score) => !Number.isNaN(score)).map(Math.abs));
      for (let at = 0; at < table.length; at++) table[at] *= 1000 / largest;
    }
    expectSame(40, tables, { arcs, singleRoot: true });
  });

  it('takes absent tables as zero', () => {
    const n = 7;
    const { tables } = randomScores(model, n, 1);
    for (const name of model.tables) {
      if (name === 'edges') continue;
      const { [name]: _, ...others } = tables;
      const zero = { ...others, [name]: new Float32Array((n + 2) ** 2) };
      expect(model.marginals(n, others, {})).toEqual(model.marginals(n, zero, {}));
    }
  });
});

it('takes scores as tensors where they lie', () => {
  const n = 7;
  const { tables, arcs } = randomScores(arcEagerModel, n, 1);
  const engine = createEngine();
  const found = engine.arena.scope(() => {
    const placed = Object.entries({ ...tables, arcs }).map(([name, values]) => {
      const tensor = engine.arena.scratch([values.length]);
      tensor.set(values);
      return [name, tensor] as const;
    });
    const { arcs: placedArcs, ...placedTables } = Object.fromEntries(placed);
    return arcEagerMarginals(engine, n, placedTables, { arcs: placedArcs });
  });
  expect(found).toEqual(arcEagerModel.marginals(n, tables, { arcs }));
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
