// The tables that exact training learns from, against single configurations in double precision, for each way to drop
// units, with masks drawn here.
import { describe, expect, it } from 'vitest';
import { batchOf } from '../../src/encoder/batch.js';
import { Random } from '../../src/engine/random.js';
import { pairCount } from '../../src/nn/pairs.js';
import { readParserSettings } from '../../src/parser/parserSettings.js';
import { unparsed } from '../../src/structure/instance.js';
import { PairTables } from '../../src/structure/pairTables.js';
import { columns, expectClose, matrixOf, randomMatrix, tensorOf } from '../support/matrices.js';
import { network } from '../support/network.js';
import { slots } from '../support/reference/slots.js';
import { slotWeights } from '../support/scorer.js';

const [inputs, hidden] = [6, 7];
const batch = batchOf([3, 1, 4].map((n) => unparsed({ n })));
const groups = [
  { names: ['shift', 'reduce'], sees: ['s0', 'b0'] as const, transitions: [0, 1] },
  { names: ['attach'], sees: ['s1', 's0'] as const, transitions: [1] },
];

/** The factors of the units of each pair, of one group in one sentence. */
function drawMasks(random: Random, n: number, pairDropout: string, rate: number) {
  const draw = () => {
    const row = new Float32Array(hidden);
    random.bernoulli(row, 1 - rate, 1 / (1 - rate));
    return Float64Array.from(row);
  };
  if (pairDropout === 'pair') return Array.from({ length: pairCount(n) }, draw);
  return new Array<Float64Array>(pairCount(n)).fill(draw());
}

describe.each([
  { pairDropout: 'sentence', rate: 0.4 },
  { pairDropout: 'pair', rate: 0.4 },
  { pairDropout: 'pair', rate: 0 },
])('pair tables, dropout $rate per $pairDropout', ({ pairDropout, rate }) => {
  it('have the scores of their configurations', () => {
    const settings = readParserSettings({ hidden, hiddenDropout: rate, pairDropout });
    const {
      arena,
      parameters,
      layers: layer,
    } = network((made) => new PairTables(made, settings, inputs, groups));
    parameters.initialize(new Random(5));
    const encoded = randomMatrix(new Random(6), batch.rows, inputs);
    const own = new Random(3);
    let s = 0;
    layer.train(batch, tensorOf(arena, encoded), new Random(3), ({ n }, tables) => {
      const pairs: [i: number, j: number][] = [];
      for (let i = 0; i <= n; i++) for (let j = i + 1; j <= n + 1; j++) pairs.push([i, j]);
      const configurations = pairs.map(([i, j]) =>
        [i, j > n ? -1 : j].map((at) => (at < 0 ? at : batch.starts[s] + at)),
      );
      for (const [g, { names }] of groups.entries()) {
        const masks = rate === 0 ? undefined : drawMasks(own, n, pairDropout, rate);
        const { output } = slots(encoded, slotWeights(layer.scorers[g]), configurations, masks);
        for (const [t, name] of names.entries()) {
          const scores = tables[name];
          if (!('copy' in scores)) throw new Error('The scores are a tensor.');
          const found = matrixOf(scores);
          const rows = pairs.map(([i, j]) => Float64Array.of(found[i][j]));
          expectClose(rows, columns(output, t, t + 1), name);
        }
      }
      s += 1;
      return { gold: groups.map(() => new Int32Array(0)) };
    });
    expect(s).toBe(batch.lengths.length);
  });
});
