import { describe, expect, it } from 'vitest';
import { arcEagerFromArcHybrid, arcEagerFromEdgeFactored } from '../../src/decode/lemmas.js';
import {
  arcEagerModel,
  arcHybridModel,
  candidates,
  projectiveModel,
  randomScores,
  scoreOfArcs,
  type Tables,
} from '../support/models.js';

/** Every tree with the scores of its sequences, in order. */
function scoresByTree(list: readonly { heads: Int32Array; score: number }[]): Map<string, number[]> {
  const trees = new Map<string, number[]>();
  for (const { heads, score } of list) trees.set(heads.join(), [...(trees.get(heads.join()) ?? []), score]);
  for (const scores of trees.values()) scores.sort((a, b) => a - b);
  return trees;
}

describe('the arc-eager model contains', () => {
  it('the edge-factored model: every sequence of a tree has its edge-factored score', () => {
    for (let n = 1; n <= 5; n++) {
      const { tables } = randomScores(projectiveModel, n, n);
      const lifted = arcEagerFromEdgeFactored(n, tables.edges);
      const zero = new Float32Array((n + 2) ** 2);
      const list = candidates(arcEagerModel, n, { shift: zero, reduce: zero, ...lifted } as Tables, {});
      expect(list.length).toBeGreaterThan(0);
      for (const { heads, score } of list) expect(score).toBeCloseTo(scoreOfArcs(heads, tables.edges), 4);
    }
  });

  it('the arc-hybrid model: the sequences of every tree have its arc-hybrid scores', () => {
    for (let n = 1; n <= 5; n++) {
      const { tables } = randomScores(arcHybridModel, n, n);
      const hybrid = scoresByTree(candidates(arcHybridModel, n, tables, {}));
      const eager = scoresByTree(candidates(arcEagerModel, n, arcEagerFromArcHybrid(tables) as Tables, {}));
      expect(eager.size).toBe(hybrid.size);
      for (const [tree, scores] of hybrid) {
        const lifted = eager.get(tree) ?? [];
        expect(lifted).toHaveLength(scores.length);
        for (const [at, score] of scores.entries()) expect(lifted[at]).toBeCloseTo(score, 4);
      }
    }
  });
});
