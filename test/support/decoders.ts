// What suites over exact decoders share, and their comparison with the deduction systems.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DecodeOptions } from '../../src/decode/decoding.js';
import { deduce, inside, viterbi } from '../../src/deduction/index.js';
import { follow } from '../../src/transition/system.js';
import {
  arcStandardModel,
  type Model,
  projectiveModels,
  randomScores,
  scoreOfArcs,
  scoreOfSequence,
  type Tables,
} from './models.js';
import { rootCount } from './trees.js';

export const cases = [false, true].flatMap((withArcs) =>
  [false, true].map((singleRoot) => ({ withArcs, singleRoot })),
);

export function optionsOf(
  arcs: Float32Array,
  { withArcs, singleRoot }: (typeof cases)[number],
): DecodeOptions {
  return { arcs: withArcs ? arcs : undefined, singleRoot };
}

/** The score of what a decoder returned, computed from its tree or sequence alone. */
export function rescore(
  model: Model,
  n: number,
  tables: Tables,
  options: DecodeOptions,
): { claimed: number; own: number } {
  const parse = model.decode(n, tables, options);
  const arcs = options.arcs as Float32Array | undefined;
  if (options.singleRoot) expect(rootCount(parse.heads)).toBe(1);
  if (model.system === undefined || !('transitions' in parse)) {
    const own = scoreOfArcs(parse.heads, tables.edges) + scoreOfArcs(parse.heads, arcs);
    return { claimed: parse.score, own };
  }
  expect(follow(model.system, parse.transitions)).toEqual(parse.heads);
  return { claimed: parse.score, own: scoreOfSequence(model.system, n, parse.transitions, tables, arcs) };
}

/** Compares every projective decoder with its deduction system, on random sentences of up to so many words. */
export function describeDeduction({ longest, runs }: { longest: number; runs: number }): void {
  describe.each(projectiveModels)('$name', (model) => {
    it.each(cases)('equals the deduction system (arcs $withArcs, one root $singleRoot)', (which) => {
      const { rules } = model;
      if (rules === undefined) throw new Error('A projective model has rules.');
      // Its deduction takes O(n⁵).
      const most = model === arcStandardModel ? Math.min(longest, 20) : longest;
      const check = (n: number, seed: number) => {
        const { tables, arcs } = randomScores(model, n, seed);
        const options = optionsOf(arcs, which);
        const more = options.arcs ? arcs : new Float32Array(arcs.length);
        const sum = tables.edges ? tables.edges.map((score, at) => score + more[at]) : more;
        const best = inside(deduce(rules, n, options), viterbi, { tables, arcs: sum }).goal;
        const { claimed, own } = rescore(model, n, tables, options);
        expect(claimed).toBeCloseTo(best, 2);
        expect(own).toBeCloseTo(best, 2);
      };
      fc.assert(fc.property(fc.integer({ min: 1, max: most }), fc.integer(), check), { numRuns: runs });
      check(most, 30);
    });
  });
}
