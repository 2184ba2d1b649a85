// The layer of arc scores against its reference in double precision: scores and gradients, for each activation and each
// way to drop units, with masks drawn here.
import { describe, expect, it } from 'vitest';
import { batchOf } from '../../src/encoder/batch.js';
import { Random } from '../../src/engine/random.js';
import { activations } from '../../src/nn/mlp.js';
import { readParserSettings } from '../../src/parser/parserSettings.js';
import { ArcTables } from '../../src/structure/arcTables.js';
import { unparsed } from '../../src/structure/instance.js';
import { expectClose, fill, matrixOf, randomMatrix, tensorOf } from '../support/matrices.js';
import { expectGradient, network } from '../support/network.js';
import { biaffine } from '../support/reference/biaffine.js';
import { type Matrix, plus, times } from '../support/reference/matrix.js';
import { mlp } from '../support/reference/mlp.js';

const [inputs, edgeUnits, rate] = [6, 7, 0.4];
const batch = batchOf([3, 1, 4].map((n) => unparsed({ n })));
const ownRows = (matrix: Matrix, s: number) =>
  matrix.slice(batch.starts[s], batch.starts[s] + batch.lengths[s]);

function layerOf(more: object) {
  const settings = readParserSettings({
    system: 'edge-factored',
    edgeUnits,
    hiddenDropout: rate,
    ...more,
  });
  return network((parameters) => new ArcTables(parameters, settings, inputs));
}

/** The factors of a layer's units, or of its input. */
function drawMask(random: Random, edgeDropout: string): Matrix {
  const draw = () => {
    const row = new Float32Array(edgeDropout === 'input' ? inputs : edgeUnits);
    random.bernoulli(row, 1 - rate, 1 / (1 - rate));
    return Float64Array.from(row);
  };
  if (edgeDropout !== 'sentence') return Array.from({ length: batch.rows }, draw);
  return batch.lengths.flatMap((length) => new Array<Float64Array>(length).fill(draw()));
}

const cases = activations.flatMap((edgeActivation) =>
  (['word', 'sentence', 'input'] as const).map((edgeDropout) => ({ edgeActivation, edgeDropout })),
);

describe.each(cases)(
  'arc tables, $edgeActivation, dropout per $edgeDropout',
  ({ edgeActivation, edgeDropout }) => {
    it('have the scores and the gradients of the reference', () => {
      const random = new Random(5);
      const { arena, layers: layer } = layerOf({ edgeActivation, edgeDropout });
      const weightsOf = (rows: number) => ({
        weight: randomMatrix(random, rows, edgeUnits, 0.5),
        bias: randomMatrix(random, 1, edgeUnits, 0.5),
      });
      const mlps = [layer.head, layer.modifier].map(({ linear }) => ({ linear, weights: weightsOf(inputs) }));
      const wanted = { linear: layer.biaffine.wanted, weights: weightsOf(edgeUnits) };
      for (const { linear, weights } of [...mlps, wanted]) {
        fill(linear.weight.value, weights.weight);
        fill(linear.bias.value, weights.bias);
      }
      const encoded = randomMatrix(random, batch.rows, inputs);
      const dScores = batch.lengths.map((length) => randomMatrix(random, length, length));

      const own = new Random(3);
      const passes = mlps.map(({ weights }) => {
        const mask = drawMask(own, edgeDropout);
        if (edgeDropout !== 'input') return mlp(encoded, weights, mask, edgeActivation);
        const masked = (rows: Matrix) => rows.map((row, r) => times(row, mask[r]));
        const { output, backward } = mlp(masked(encoded), weights, undefined, edgeActivation);
        const through = (dOutput: Matrix) => {
          const d = backward(dOutput);
          return { ...d, input: masked(d.input) };
        };
        return { output, backward: through };
      });
      const arcs = batch.lengths.map((_, s) => {
        const [heads, modifiers] = passes.map(({ output }) => ownRows(output, s));
        return biaffine(heads, modifiers, wanted.weights);
      });

      let s = 0;
      const dEncoded = layer.train(batch, tensorOf(arena, encoded), new Random(3), (_, { arcs: scores }) => {
        if (!('copy' in scores)) throw new Error('The scores are a tensor.');
        expectClose(matrixOf(scores), arcs[s].output);
        const expected = { arcs: Float32Array.from(dScores[s++].flatMap((row) => [...row])) };
        return { expected, gold: [new Int32Array(0)] };
      });
      expect(s).toBe(batch.lengths.length);
      const dArcs = arcs.map(({ backward }, at) => backward(dScores[at]));
      const dUnits = [dArcs.flatMap(({ heads }) => heads), dArcs.flatMap(({ modifiers }) => modifiers)];
      const d = passes.map(({ backward }, at) => backward(dUnits[at]));
      expectClose(
        dEncoded,
        d[0].input.map((row, r) => plus(row, d[1].input[r])),
      );
      for (const [at, { linear }] of mlps.entries()) {
        expectGradient(linear.weight, d[at].weight);
        expectGradient(linear.bias, d[at].bias);
      }
      const sumOf = (matrices: Matrix[]) => matrices.reduce((a, b) => a.map((row, r) => plus(row, b[r])));
      expectGradient(wanted.linear.weight, sumOf(dArcs.map(({ weight }) => weight)));
      expectGradient(wanted.linear.bias, sumOf(dArcs.map(({ bias }) => bias)));
    });
  },
);

describe('arc tables', () => {
  it.each(['zero', 'uniform'] as const)('have initial biases: %s', (edgeBias) => {
    const { parameters, layers: layer } = layerOf({ edgeBias });
    parameters.initialize(new Random(1));
    const limits = [Math.sqrt(3 / edgeUnits), Math.sqrt(3 / edgeUnits), Math.sqrt(6 / (edgeUnits + 1))];
    const linears = [layer.head.linear, layer.modifier.linear, layer.biaffine.wanted];
    for (const [at, { bias }] of linears.entries()) {
      const values = [...bias.value.copy()];
      if (edgeBias === 'zero') expect(values).toEqual(values.map(() => 0));
      else {
        expect(new Set(values).size).toBe(edgeUnits);
        expect(Math.max(...values.map(Math.abs))).toBeLessThan(limits[at]);
        // Seven draws that all lie in the inner half would be a smaller limit.
        expect(Math.max(...values.map(Math.abs))).toBeGreaterThan(limits[at] / 2);
      }
    }
  });
});
