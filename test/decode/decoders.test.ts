// One suite over every exact decoder.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DecodeOptions } from '../../src/decode/decoding.js';
import { deduce, inside, viterbi } from '../../src/deduction/index.js';
import { follow } from '../../src/transition/system.js';
import {
  arcStandardModel,
  candidates,
  type Model,
  models,
  projectiveModels,
  randomScores,
  scoreOfArcs,
  scoreOfSequence,
  type Tables,
} from '../support/models.js';
import { rootCount } from '../support/trees.js';

const cases = [false, true].flatMap((withArcs) =>
  [false, true].map((singleRoot) => ({ withArcs, singleRoot })),
);

function optionsOf(arcs: Float32Array, { withArcs, singleRoot }: (typeof cases)[number]): DecodeOptions {
  return { arcs: withArcs ? arcs : undefined, singleRoot };
}

/** The score of what a decoder returned, computed from its tree or sequence alone. */
function rescore(
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

describe.each(models)('$name', (model) => {
  it.each(cases)('equals exhaustive search for n ≤ 5 (arcs $withArcs, one root $singleRoot)', (which) => {
    for (let n = 1; n <= 5; n++) {
      for (let seed = 0; seed < 20; seed++) {
        const { tables, arcs } = randomScores(model, n, 100 * n + seed);
        const options = optionsOf(arcs, which);
        const best = Math.max(...candidates(model, n, tables, options).map(({ score }) => score));
        const { claimed, own } = rescore(model, n, tables, options);
        expect(claimed).toBeCloseTo(best, 3);
        expect(own).toBeCloseTo(best, 3);
      }
    }
  });

  it('accepts an empty sentence', () => {
    const { tables } = randomScores(model, 0, 1);
    expect(model.decode(0, tables, {})).toMatchObject({ score: 0, heads: Int32Array.of(-1) });
  });

  it('refuses tables of the wrong size and scores that leave no tree', () => {
    const { tables, arcs } = randomScores(model, 4, 1);
    expect(() => model.decode(5, tables, {})).toThrow(/has \d+ scores where this sentence needs \d+/);
    expect(() => model.decode(4, tables, { arcs: arcs.fill(NaN) })).toThrow('No tree has a finite score');
  });
});

describe.each(projectiveModels)('$name', (model) => {
  it.each(cases)('equals the deduction system (arcs $withArcs, one root $singleRoot)', (which) => {
    const { rules } = model;
    if (rules === undefined) throw new Error('A projective model has rules.');
    const longest = model === arcStandardModel ? 18 : 30;
    const length = fc.integer({ min: 1, max: longest });
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
    fc.assert(fc.property(length, fc.integer(), check), { numRuns: model === arcStandardModel ? 8 : 25 });
    check(model === arcStandardModel ? 20 : 30, 30);
  });
});

it.each(models)('$name decodes a long sentence without overflow', (model) => {
  // Arc-standard takes O(n³) memory.
  const n = model === arcStandardModel ? 150 : 1000;
  const { tables, arcs } = randomScores(model, n, 3);
  const { claimed, own } = rescore(model, n, tables, { arcs, singleRoot: true });
  expect(own / claimed).toBeCloseTo(1, 4);
});
