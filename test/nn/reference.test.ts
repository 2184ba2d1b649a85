import { describe, expect, it } from 'vitest';
import { Random } from '../../src/engine/random.js';
import { randomMask, randomMatrix } from '../support/matrices.js';
import { attention } from '../support/reference/attention.js';
import { biaffine } from '../support/reference/biaffine.js';
import { bilstm } from '../support/reference/bilstm.js';
import { coupledLstm } from '../support/reference/coupledLstm.js';
import { centralDifferences, distance } from '../support/reference/differences.js';
import { embedding } from '../support/reference/embedding.js';
import { gelu } from '../support/reference/gelu.js';
import { layerNorm } from '../support/reference/layerNorm.js';
import { linear } from '../support/reference/linear.js';
import { crossEntropy, excluded, hinge, right, wrong } from '../support/reference/losses.js';
import { lstm } from '../support/reference/lstm.js';
import { dot, type Matrix } from '../support/reference/matrix.js';
import { mlp } from '../support/reference/mlp.js';
import { slots } from '../support/reference/slots.js';
import { transformerLayer } from '../support/reference/transformerLayer.js';

/** Values in any nesting of objects and arrays; gradients come in the same nesting. */
type Values = Matrix | { [name: string]: Values } | Values[];

interface Layer {
  /** What can be moved. */
  values: Record<string, Values>;
  run(): { output: Matrix; backward(dOutput: Matrix): Record<string, Values> };
}

const random = new Random(1);
const normal = (rows: number, columns: number) => randomMatrix(random, rows, columns);

const linearWeights = (inputs: number, outputs: number) => ({
  weight: normal(inputs, outputs),
  bias: normal(1, outputs),
});
const lstmWeights = (inputs: number, units: number) => ({
  input: normal(inputs, 4 * units),
  recurrent: normal(units, 4 * units),
  bias: normal(1, 4 * units),
});
const coupledWeights = (inputs: number, units: number) => ({
  input: normal(inputs, 3 * units),
  recurrent: normal(units, 3 * units),
  bias: normal(1, 3 * units),
  toInput: normal(units, units),
  toOutput: normal(units, units),
});
const normWeights = (columns: number) => ({ gain: normal(1, columns), bias: normal(1, columns) });
const attentionWeights = (size: number) => ({
  query: linearWeights(size, size),
  key: linearWeights(size, size),
  value: linearWeights(size, size),
});
const endWeights = (inputs: number, size: number) => ({
  dense: linearWeights(inputs, size),
  norm: normWeights(size),
});
const lstmMasks = (inputs: number, units: number) => ({
  input: randomMask(random, 1, inputs)[0],
  recurrent: randomMask(random, 1, units)[0],
});

const layers: Record<string, () => Layer> = {
  embedding() {
    const table = normal(4, 3);
    return { values: { table }, run: () => embedding(table, [2, 0, 2, 3]) };
  },
  linear() {
    const [input, weights] = [normal(4, 3), linearWeights(3, 2)];
    return { values: { input, ...weights }, run: () => linear(input, weights) };
  },
  'mlp with a mask'() {
    const [input, weights, mask] = [normal(4, 3), linearWeights(3, 5), randomMask(random, 4, 5)];
    return { values: { input, ...weights }, run: () => mlp(input, weights, mask) };
  },
  'mlp without a mask'() {
    const [input, weights] = [normal(4, 3), linearWeights(3, 5)];
    return { values: { input, ...weights }, run: () => mlp(input, weights) };
  },
  'lstm without masks'() {
    const [sentence, weights] = [normal(4, 3), lstmWeights(3, 2)];
    return { values: { sentence, ...weights }, run: () => lstm(sentence, weights) };
  },
  'lstm with masks'() {
    const [sentence, weights, masks] = [normal(4, 3), lstmWeights(3, 3), lstmMasks(3, 3)];
    return { values: { sentence, ...weights }, run: () => lstm(sentence, weights, masks) };
  },
  'bilstm of two layers with masks'() {
    const sentence = normal(4, 3);
    const layers = [
      { forward: lstmWeights(3, 2), reverse: lstmWeights(3, 2) },
      { forward: lstmWeights(4, 3), reverse: lstmWeights(4, 3) },
    ];
    const masks = [
      { forward: lstmMasks(3, 2), reverse: lstmMasks(3, 2) },
      { forward: lstmMasks(4, 3), reverse: lstmMasks(4, 3) },
    ];
    return { values: { sentence, layers }, run: () => bilstm(lstm, sentence, layers, masks) };
  },
  biaffine() {
    const weights = { weight: normal(3, 3), bias: normal(1, 3) };
    const [heads, modifiers] = [normal(4, 3), normal(4, 3)];
    return { values: { heads, modifiers, ...weights }, run: () => biaffine(heads, modifiers, weights) };
  },
  'layer norm'() {
    const [input, weights] = [normal(4, 5), normWeights(5)];
    return { values: { input, ...weights }, run: () => layerNorm(input, weights, 0.1) };
  },
  gelu() {
    const input = normal(3, 5);
    return { values: { input }, run: () => gelu(input) };
  },
  'attention of two heads with masks'() {
    const [input, weights] = [normal(4, 6), attentionWeights(6)];
    const masks = [randomMask(random, 4, 4), randomMask(random, 4, 4)];
    return { values: { input, ...weights }, run: () => attention(input, weights, 2, masks) };
  },
  'transformer layer with masks'() {
    const input = normal(3, 4);
    const weights = {
      self: attentionWeights(4),
      attentionOutput: endWeights(4, 4),
      intermediate: linearWeights(4, 6),
      output: endWeights(6, 4),
    };
    const masks = {
      attention: [randomMask(random, 3, 3), randomMask(random, 3, 3)],
      hidden: [randomMask(random, 3, 4), randomMask(random, 3, 4)] as [Matrix, Matrix],
    };
    return { values: { input, ...weights }, run: () => transformerLayer(input, weights, 2, 0.1, masks) };
  },
  slots() {
    const weights = {
      projections: [normal(3, 4), normal(3, 4)],
      empty: normal(2, 4),
      bias: normal(1, 4),
      output: linearWeights(4, 3),
    };
    const [encoded, mask] = [normal(3, 3), randomMask(random, 4, 4)];
    const configurations = [
      [0, 1],
      [2, -1],
      [-1, 1],
      [0, 0],
    ];
    return {
      values: { encoded, ...weights },
      run: () => slots(encoded, weights, configurations, mask),
    };
  },
  hinge() {
    const scores = normal(1, 6);
    const status = [right, wrong, excluded, wrong, right, wrong];
    return {
      values: { scores },
      run() {
        const { loss, gradient } = hinge(scores[0], status);
        return {
          output: [Float64Array.of(loss)],
          backward: ([[d]]) => ({ scores: [gradient.map((x) => x * d)] }),
        };
      },
    };
  },
  crossEntropy() {
    const scores = normal(1, 5);
    return {
      values: { scores },
      run() {
        const { loss, gradient } = crossEntropy(scores[0], 3);
        return {
          output: [Float64Array.of(loss)],
          backward: ([[d]]) => ({ scores: [gradient.map((x) => x * d)] }),
        };
      },
    };
  },
  'mlp of rectified units'() {
    const [input, weights] = [normal(4, 3), linearWeights(3, 5)];
    return { values: { input, ...weights }, run: () => mlp(input, weights, undefined, 'relu') };
  },
  'mlp of leaky rectified units'() {
    const [input, weights] = [normal(4, 3), linearWeights(3, 5)];
    return { values: { input, ...weights }, run: () => mlp(input, weights, undefined, 'leaky-relu') };
  },
  'coupled lstm without masks'() {
    const [sentence, weights] = [normal(4, 3), coupledWeights(3, 2)];
    return { values: { sentence, ...weights }, run: () => coupledLstm(sentence, weights) };
  },
  'coupled lstm with masks'() {
    const [sentence, weights, masks] = [normal(4, 3), coupledWeights(3, 3), lstmMasks(3, 3)];
    return { values: { sentence, ...weights }, run: () => coupledLstm(sentence, weights, masks) };
  },
};

const isMatrix = (values: Values): values is Matrix =>
  Array.isArray(values) && values[0] instanceof Float64Array;

/** Each matrix among the values with its gradient, which stands in the same place. */
function* leaves(values: Values, gradients: Values, path: string): Generator<[string, Matrix, Matrix]> {
  if (isMatrix(values)) {
    if (!isMatrix(gradients)) throw new Error(`${path} has no gradient`);
    yield [path, values, gradients];
  } else {
    const inner = gradients as Record<string, Values>;
    for (const [name, value] of Object.entries(values)) yield* leaves(value, inner[name], `${path}.${name}`);
  }
}

describe('the references', () => {
  it.each(Object.entries(layers))('%s: gradients match central differences', (_, make) => {
    const { values, run } = make();
    const pass = run();
    const direction = pass.output.map((row) => randomMatrix(random, 1, row.length)[0]);
    const loss = () => run().output.reduce((sum, row, r) => sum + dot(row, direction[r]), 0);
    const gradients = pass.backward(direction);
    for (const [path, matrix, gradient] of leaves(values, gradients, '')) {
      const expected = centralDifferences(loss, matrix);
      expect(
        expected.some((row) => row.some((x) => x !== 0)),
        `${path} moves the loss`,
      ).toBe(true);
      expect(distance(gradient, expected), path).toBeLessThan(1e-6);
    }
  });
});
