// Scores that are made of arcs' probabilities.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.js';
import { explorables, exploreScores } from '../../src/explore/explore.js';
import { borrowedScores } from '../../src/explore/exploredScores.js';
import { votesOf } from '../../src/parser/sentenceScores.js';
import { anyProjectiveTree, rootCount } from '../support/trees.js';

const engine = createEngine();

describe.each(explorables)('$structure.name', (model) => {
  it('builds the tree whose arcs are sure, exactly and greedily', () => {
    fc.assert(
      fc.property(anyProjectiveTree(8), (heads) => {
        const n = heads.length - 1;
        const singleRoot = rootCount(heads) === 1;
        const scores = borrowedScores(model.explanation, n, votesOf(heads));
        const { exact, greedy, parting } = exploreScores(
          { engine, singleRoot, canonical: false },
          model,
          n,
          scores,
        );
        expect(exact.heads).toEqual([...heads]);
        expect(greedy.heads).toEqual([...heads]);
        expect(parting).toBe(undefined);
      }),
      { numRuns: 50 },
    );
  });
});

it('is finite where probabilities are none or a little above one', () => {
  for (const { explanation } of explorables) {
    const { tables, arcs } = borrowedScores(explanation, 2, Float32Array.of(0, 1.0001, 0, 0, 0, 1, 0, 0, 0));
    const scores = [...tables[explanation.completion.transition], ...(arcs ?? [])];
    expect(scores).toHaveLength(4 ** 2 + 3 ** 2);
    for (const score of scores) expect(Number.isFinite(score)).toBe(true);
  }
});
