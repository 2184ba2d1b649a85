import { describe, it } from 'vitest';
import { Random } from '../../src/engine/random.js';
import { ComposedLinear } from '../../src/nn/composedLinear.js';
import { Linear } from '../../src/nn/linear.js';
import { activations, Mlp } from '../../src/nn/mlp.js';
import { expectClose, fill, randomMask, randomMatrix, tensorOf } from '../support/matrices.js';
import { expectGradient, network } from '../support/network.js';
import { linear } from '../support/reference/linear.js';
import type { Matrix } from '../support/reference/matrix.js';
import { mlp } from '../support/reference/mlp.js';

const shapes = [
  { rows: 1, inputs: 1, outputs: 1 },
  { rows: 1, inputs: 7, outputs: 3 },
  { rows: 9, inputs: 5, outputs: 13 },
  { rows: 33, inputs: 64, outputs: 17 },
];

describe('linear', () => {
  it.each(shapes)('matches the reference: $rows × $inputs → $outputs', ({ rows, inputs, outputs }) => {
    const random = new Random(rows);
    const { arena, layers: layer } = network(
      (parameters) => new Linear(parameters, 'layer', inputs, outputs),
    );
    const weights = { weight: randomMatrix(random, inputs, outputs), bias: randomMatrix(random, 1, outputs) };
    fill(layer.weight.value, weights.weight);
    fill(layer.bias.value, weights.bias);
    const [input, dOutput] = [randomMatrix(random, rows, inputs), randomMatrix(random, rows, outputs)];

    const expected = linear(input, weights);
    const actual = layer.forward(tensorOf(arena, input));
    expectClose(actual.output, expected.output);
    const d = expected.backward(dOutput);
    expectClose(actual.backward(tensorOf(arena, dOutput)), d.input);
    expectGradient(layer.weight, d.weight);
    expectGradient(layer.bias, d.bias);
  });
});

describe('composed linear', () => {
  it('is a linear layer whose weights are sums of own and shared ones', () => {
    const partsOf = [[0], [1, 2], [0, 2, 3], []];
    const [rows, inputs, outputs, parts] = [6, 5, 4, 4];
    const random = new Random(7);
    const { arena, layers: layer } = network(
      (parameters) => new ComposedLinear(parameters, 'layer', inputs, partsOf),
    );
    const matrices = [outputs, parts].map((columns) => ({
      weight: randomMatrix(random, inputs, columns),
      bias: randomMatrix(random, 1, columns),
    }));
    for (const [at, { weight, bias }] of [layer.own, layer.shared].entries()) {
      fill(weight.value, matrices[at].weight);
      fill(bias.value, matrices[at].bias);
    }
    const [own, shared] = matrices;
    const sum = (name: 'weight' | 'bias') =>
      own[name].map((row, i) =>
        row.map((value, output) => partsOf[output].reduce((all, part) => all + shared[name][i][part], value)),
      );
    const [input, dOutput] = [randomMatrix(random, rows, inputs), randomMatrix(random, rows, outputs)];
    const expected = linear(input, { weight: sum('weight'), bias: sum('bias') });
    const actual = layer.forward(tensorOf(arena, input));
    expectClose(actual.output, expected.output);
    const d = expected.backward(dOutput);
    expectClose(actual.backward(tensorOf(arena, dOutput)), d.input);
    /** A part's gradient is the sum of those of its outputs. */
    const ofParts = (gradient: Matrix) =>
      gradient.map((row) =>
        Float64Array.from({ length: parts }, (_, part) =>
          row.reduce((all, value, output) => all + (partsOf[output].includes(part) ? value : 0), 0),
        ),
      );
    expectGradient(layer.own.weight, d.weight);
    expectGradient(layer.own.bias, d.bias);
    expectGradient(layer.shared.weight, ofParts(d.weight));
    expectGradient(layer.shared.bias, ofParts(d.bias));
  });
});

describe('mlp', () => {
  const cases = shapes.flatMap((shape) =>
    activations.flatMap((activation) => [true, false].map((dropout) => ({ ...shape, activation, dropout }))),
  );
  it.each(cases)(
    'matches the reference: $rows × $inputs → $outputs, $activation, dropout $dropout',
    (shape) => {
      const { rows, inputs, outputs: units, activation, dropout } = shape;
      const random = new Random(rows);
      const { arena, layers: layer } = network(
        (parameters) => new Mlp(parameters, 'layer', inputs, units, { activation }),
      );
      const weights = {
        weight: randomMatrix(random, inputs, units, 0.3),
        bias: randomMatrix(random, 1, units),
      };
      fill(layer.linear.weight.value, weights.weight);
      fill(layer.linear.bias.value, weights.bias);
      const [input, dOutput] = [randomMatrix(random, rows, inputs), randomMatrix(random, rows, units)];
      const mask = dropout ? randomMask(random, rows, units) : undefined;

      const expected = mlp(input, weights, mask, activation);
      const actual = layer.forward(tensorOf(arena, input), mask && tensorOf(arena, mask));
      expectClose(actual.output, expected.output);
      const d = expected.backward(dOutput);
      expectClose(actual.backward(tensorOf(arena, dOutput)), d.input);
      expectGradient(layer.linear.weight, d.weight);
      expectGradient(layer.linear.bias, d.bias);
    },
  );
});
