// One suite over every exact decoder.
import { describe, expect, it } from 'vitest';
import { decodeProjective } from '../../src/decode/edgeFactored.js';
import { createEngine } from '../../src/engine/engine.js';
import { cases, describeDeduction, optionsOf, rescore } from '../support/decoders.js';
import { arcStandardModel, candidates, models, projectiveModel, randomScores } from '../support/models.js';

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

describeDeduction({ longest: 15, runs: 10 });

it.each(models)('$name decodes a long sentence without overflow', (model) => {
  // Arc-standard takes O(n³) memory.
  const n = model === arcStandardModel ? 150 : 1000;
  const { tables, arcs } = randomScores(model, n, 3);
  const { claimed, own } = rescore(model, n, tables, { arcs, singleRoot: true });
  expect(own / claimed).toBeCloseTo(1, 4);
});

it('reads nothing beyond the last table, at the end of the memory', () => {
  const engine = createEngine();
  for (let n = 1; n <= 13; n++) {
    const { arcs } = randomScores(projectiveModel, n, n);
    const expected = decodeProjective(engine, n, arcs);
    const { arena, memory } = engine;
    const last = arena.view(memory.buffer.byteLength - arcs.byteLength, [n + 1, n + 1]);
    last.set(arcs);
    expect(decodeProjective(engine, n, last)).toEqual(expected);
  }
});

it('gives each tree heads of its own', () => {
  const engine = createEngine();
  const trees = Array.from({ length: 300 }, (_, at) => {
    const n = 1 + (at % 40);
    const { arcs } = randomScores(projectiveModel, n, at);
    return { n, arcs, heads: decodeProjective(engine, n, arcs).heads };
  });
  for (const { n, arcs, heads } of trees) {
    expect(heads).toEqual(decodeProjective(engine, n, arcs).heads);
  }
});
