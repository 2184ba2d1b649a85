// One suite over the k-best trees of every projective model.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tree } from '../../src/decode/decoding.js';
import type { Trees } from '../../src/decode/kBestParses.js';
import { deduce, inside, kBest, treeOf, unambiguous } from '../../src/deduction/index.js';
import { canonicalCandidates, projectiveModels, randomScores } from '../support/models.js';

function take(trees: Trees | undefined, count: number): Tree[] {
  if (trees === undefined) throw new Error('A projective model has k-best trees.');
  const list: Tree[] = [];
  for (const tree of trees) {
    list.push(tree);
    if (list.length === count) break;
  }
  return list;
}

describe.each(projectiveModels)('$name', (model) => {
  it.each([false, true])('lists every tree once, best first, for n ≤ 5 (one root %s)', (singleRoot) => {
    for (let n = 1; n <= 5; n++) {
      const { tables, arcs } = randomScores(model, n, n);
      const options = { arcs, singleRoot };
      const wanted = canonicalCandidates(model, n, tables, options).sort((a, b) => b.score - a.score);
      const found = take(model.kBest?.(n, tables, options), Infinity);
      expect(found).toHaveLength(wanted.length);
      for (const [rank, { heads, score }] of found.entries()) {
        expect(heads).toEqual(wanted[rank].heads);
        expect(score).toBeCloseTo(wanted[rank].score, 3);
      }
    }
  });

  it('equals the k-best semiring', () => {
    const { rules } = model;
    if (rules === undefined) throw new Error('A projective model has rules.');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer(), fc.boolean(), (n, seed, singleRoot) => {
        const { tables, arcs } = randomScores(model, n, seed);
        const sum = tables.edges ? tables.edges.map((score, at) => score + arcs[at]) : arcs;
        const chart = deduce(unambiguous(rules), n, { singleRoot });
        const wanted = inside(chart, kBest(10), { tables, arcs: sum }).goal;
        const found = take(model.kBest?.(n, tables, { arcs, singleRoot }), 10);
        expect(found.map(({ heads }) => heads)).toEqual(wanted.map((derivation) => treeOf(n, derivation)));
        for (const [rank, { score }] of found.entries()) expect(score).toBeCloseTo(wanted[rank].score, 3);
      }),
      { numRuns: 8 },
    );
  });

  it('lists distinct trees of a long sentence', () => {
    const n = model.name === 'arc-standard' ? 40 : 300;
    const { tables } = randomScores(model, n, 5);
    const found = take(model.kBest?.(n, tables, { singleRoot: true }), 50);
    expect(new Set(found.map(({ heads }) => heads.join())).size).toBe(50);
    for (let rank = 1; rank < 50; rank++)
      expect(found[rank].score).toBeLessThanOrEqual(found[rank - 1].score + 1e-9);
  });
});
