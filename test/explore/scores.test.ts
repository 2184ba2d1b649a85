// Scores that are made of arcs' probabilities.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.js';
import { exploreScores, type SystemName } from '../../src/explore/explore.js';
import { borrowedScores } from '../../src/explore/scores.js';
import { votesOf } from '../../src/parser/sentenceScores.js';
import { transitionSystems } from '../../src/transition/systems.js';
import { anyProjectiveTree, rootCount } from '../support/trees.js';

const engine = createEngine();

describe.each(Object.keys(transitionSystems) as SystemName[])('%s', (name) => {
  it('builds the tree whose arcs are sure, exactly and greedily', () => {
    fc.assert(
      fc.property(anyProjectiveTree(8), (heads) => {
        const n = heads.length - 1;
        const singleRoot = rootCount(heads) === 1;
        const scores = borrowedScores(name, n, votesOf(heads));
        const { exact, greedy, parting } = exploreScores({ engine, singleRoot }, name, n, scores);
        expect(exact.heads).toEqual([...heads]);
        expect(greedy.heads).toEqual([...heads]);
        expect(parting).toBe(undefined);
      }),
      { numRuns: 50 },
    );
  });
});

it('is finite where probabilities are none or a little above one', () => {
  const { tables, arcs } = borrowedScores('arc-eager', 2, Float32Array.of(0, 1.0001, 0, 0, 0, 1, 0, 0, 0));
  for (const score of [...tables.reduce, ...(arcs ?? [])]) expect(Number.isFinite(score)).toBe(true);
});
