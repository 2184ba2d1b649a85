// Canonical decoding: the best tree by its canonical sequence is the most probable one and the first of the k best.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DecodeOptions, Parse } from '../../src/decode/decoding.js';
import { deduce, inside, unambiguous, viterbi } from '../../src/deduction/index.js';
import { follow } from '../../src/transition/system.js';
import {
  canonicalCandidates,
  type Model,
  projectiveModels,
  randomScores,
  scoreOfArcs,
  scoreOfSequence,
} from '../support/models.js';

/** Random scores; tied ones are whole and few, so that sums are exact and many trees score the same. */
function scoresOf(model: Model, n: number, seed: number, tied: boolean) {
  const { tables, arcs } = randomScores(model, n, seed);
  if (tied) {
    for (const table of [...Object.values(tables), arcs]) {
      for (let at = 0; at < table.length; at++) table[at] = Math.round(table[at] / 3);
    }
  }
  return { tables, arcs };
}

const anyCase = (longest: number) =>
  fc.record({
    n: fc.integer({ min: 1, max: longest }),
    seed: fc.integer(),
    tied: fc.boolean(),
    withArcs: fc.boolean(),
    singleRoot: fc.boolean(),
  });

describe.each(projectiveModels)('$name', (model) => {
  /** A canonical parse, whose score is checked against its tree or sequence. */
  function decode(n: number, scores: ReturnType<typeof scoresOf>, options: DecodeOptions) {
    const found = model.decode(n, scores.tables, { ...options, canonical: true });
    const arcs = options.arcs as Float32Array | undefined;
    if (model.system === undefined) {
      const own = scoreOfArcs(found.heads, scores.tables.edges) + scoreOfArcs(found.heads, arcs);
      expect(found.score).toBeCloseTo(own, 2);
      return found;
    }
    const { transitions } = found as Parse;
    const [first, second] = model.system.forbiddenPair;
    expect(follow(model.system, transitions)).toEqual(found.heads);
    expect(transitions.some((t, at) => t === first && transitions[at + 1] === second)).toBe(false);
    const own = scoreOfSequence(model.system, n, transitions, scores.tables, arcs);
    expect(found.score).toBeCloseTo(own, 2);
    return found;
  }

  it('is the most probable of all trees for n ≤ 5', () => {
    fc.assert(
      fc.property(anyCase(5), ({ n, seed, tied, withArcs, singleRoot }) => {
        const scores = scoresOf(model, n, seed, tied);
        const options = { arcs: withArcs ? scores.arcs : undefined, singleRoot };
        const list = canonicalCandidates(model, n, scores.tables, options);
        const best = Math.max(...list.map(({ score }) => score));
        const { score, heads } = decode(n, scores, options);
        expect(score).toBeCloseTo(best, 4);
        const own = list.find((candidate) => candidate.heads.join() === heads.join());
        expect(own?.score).toBeCloseTo(best, 4);
      }),
      { numRuns: 60 },
    );
  });

  it('has the score of the deduction system in which each tree has one derivation', () => {
    const { rules } = model;
    if (rules === undefined) throw new Error('A projective model has rules.');
    fc.assert(
      fc.property(anyCase(model.name === 'arc-standard' ? 11 : 14), (which) => {
        const { n, singleRoot } = which;
        const scores = scoresOf(model, n, which.seed, which.tied);
        const arcs = which.withArcs ? scores.arcs : new Float32Array((n + 1) ** 2);
        const { edges } = scores.tables;
        const sum = edges ? edges.map((score, at) => score + arcs[at]) : arcs;
        const chart = deduce(unambiguous(rules), n, { singleRoot });
        const { goal } = inside(chart, viterbi, { tables: scores.tables, arcs: sum });
        const options = { arcs: which.withArcs ? arcs : undefined, singleRoot };
        expect(decode(n, scores, options).score).toBeCloseTo(goal, 3);
      }),
      { numRuns: 12 },
    );
  });

  it('is the first of the k best, to the last bit, whatever is tied', () => {
    fc.assert(
      fc.property(anyCase(45), ({ n, seed, tied, withArcs, singleRoot }) => {
        const scores = scoresOf(model, n, seed, tied);
        const options = { arcs: withArcs ? scores.arcs : undefined, singleRoot };
        const found = decode(n, scores, options);
        const first = model.kBest?.(n, scores.tables, options).next().value;
        expect(first).toEqual({ heads: found.heads, score: found.score });
      }),
      { numRuns: 100 },
    );
  });
});
