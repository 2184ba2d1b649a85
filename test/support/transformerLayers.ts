// The suite of the transformer's layers, run with every GEMM provider, against the references in double precision.
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engine/engine.js';
import { Random } from '../../src/engine/random.js';
import { useAll } from '../../src/engine/tensor.js';
import type { Dense } from '../../src/nn/dense.js';
import { LayerNorm } from '../../src/nn/layerNorm.js';
import type { ResidualNorm } from '../../src/nn/residualNorm.js';
import { TransformerLayer } from '../../src/nn/transformerLayer.js';
import { expectClose, fill, randomMatrix, tensorOf } from './matrices.js';
import { expectGradient, network } from './network.js';
import { layerNorm } from './reference/layerNorm.js';
import type { LinearWeights } from './reference/linear.js';
import { type Matrix, plus, transposed } from './reference/matrix.js';
import {
  type EndWeights,
  type TransformerLayerWeights,
  type TransformerMasks,
  transformerLayer,
} from './reference/transformerLayer.js';

const epsilon = 1e-3;

const linearWeights = (random: Random, inputs: number, outputs: number): LinearWeights => ({
  weight: randomMatrix(random, inputs, outputs, 0.5),
  bias: randomMatrix(random, 1, outputs, 0.5),
});

const endWeights = (random: Random, inputs: number, size: number): EndWeights => ({
  dense: linearWeights(random, inputs, size),
  norm: { gain: randomMatrix(random, 1, size), bias: randomMatrix(random, 1, size) },
});

/** A layer has [outputs, inputs]. */
function fillDense({ weight, bias }: Dense, values: LinearWeights): void {
  fill(weight.value, transposed(values.weight));
  fill(bias.value, values.bias);
}

function fillEnd({ dense, norm }: ResidualNorm, values: EndWeights): void {
  fillDense(dense, values.dense);
  fill(norm.gain.value, values.norm.gain);
  fill(norm.bias.value, values.norm.bias);
}

/** Queries, keys and values are one. */
const joined = ({ query, key, value }: TransformerLayerWeights['self']): LinearWeights => ({
  weight: transposed([query, key, value].flatMap(({ weight }) => transposed(weight))),
  bias: [Float64Array.from([query, key, value].flatMap(({ bias }) => [...bias[0]]))],
});

function expectDense({ weight, bias }: Dense, d: LinearWeights): void {
  expectGradient(weight, transposed(d.weight));
  expectGradient(bias, d.bias);
}

function expectEnd({ dense, norm }: ResidualNorm, d: EndWeights): void {
  expectDense(dense, d.dense);
  expectGradient(norm.gain, d.norm.gain);
  expectGradient(norm.bias, d.norm.bias);
}

/** The sum of any nesting of gradients over sentences. */
function sumOf<T>(parts: readonly T[]): T {
  const [first] = parts;
  if (first instanceof Float64Array) return (parts as unknown as Float64Array[]).reduce(plus) as T;
  const entries = Object.keys(first as object).map((key) => [
    key,
    sumOf(parts.map((part) => part[key as keyof T])),
  ]);
  return (Array.isArray(first) ? entries.map(([, value]) => value) : Object.fromEntries(entries)) as T;
}

interface Shape {
  size: number;
  heads: number;
  intermediate: number;
  lengths: number[];
  dropout: number;
}

const shapes: Shape[] = [
  { size: 1, heads: 1, intermediate: 1, lengths: [1], dropout: 0 },
  { size: 6, heads: 2, intermediate: 7, lengths: [3, 1, 4], dropout: 0 },
  { size: 6, heads: 3, intermediate: 9, lengths: [2, 5], dropout: 0.25 },
  { size: 24, heads: 3, intermediate: 40, lengths: [13, 1, 22], dropout: 0.25 },
];

export function describeTransformerLayers(name: string, create: () => Engine): void {
  describe(`layer norm, ${name}`, () => {
    it.each([1, 3, 8, 33])('matches the reference over %i columns', (columns) => {
      const random = new Random(columns);
      const { arena, layers: layer } = network(
        (parameters) => new LayerNorm(parameters, 'norm', columns, epsilon),
        create(),
      );
      const weights = { gain: randomMatrix(random, 1, columns), bias: randomMatrix(random, 1, columns) };
      fill(layer.gain.value, weights.gain);
      fill(layer.bias.value, weights.bias);
      const input = randomMatrix(random, 5, columns).map((row) => row.map((x) => x + 3));
      const dOutput = randomMatrix(random, 5, columns);
      const expected = layerNorm(input, weights, epsilon);
      const output = arena.scratch([5, columns]);
      const { backward } = layer.forward(tensorOf(arena, input), output);
      expectClose(output, expected.output);
      const d = expected.backward(dOutput);
      const gradient = tensorOf(arena, dOutput);
      backward(gradient, gradient);
      expectClose(gradient, d.input);
      expectGradient(layer.gain, d.gain);
      expectGradient(layer.bias, d.bias);
    });
  });

  describe(`transformer layer, ${name}`, () => {
    it.each(shapes)(
      'matches the reference: $size in $heads heads, sentences of $lengths, dropout $dropout',
      (shape) => {
        const { size, heads, intermediate, lengths, dropout } = shape;
        const random = new Random(size);
        const options = {
          size,
          heads,
          intermediate,
          epsilon,
          hiddenDropout: dropout,
          attentionDropout: dropout,
        };
        const {
          arena,
          engine,
          layers: layer,
        } = network((parameters) => new TransformerLayer(parameters, 'layer', options), create());
        const weights: TransformerLayerWeights = {
          self: {
            query: linearWeights(random, size, size),
            key: linearWeights(random, size, size),
            value: linearWeights(random, size, size),
          },
          attentionOutput: endWeights(random, size, size),
          intermediate: linearWeights(random, size, intermediate),
          output: endWeights(random, intermediate, size),
        };
        fillDense(layer.attention.input, joined(weights.self));
        fillEnd(layer.attentionOutput, weights.attentionOutput);
        fillDense(layer.intermediate, weights.intermediate);
        fillEnd(layer.output, weights.output);

        // The layer draws a seed for the weights of each sentence, then one for each sublayer's output.
        const rows = lengths.reduce((sum, n) => sum + n, 0);
        const seeds = new Random(9);
        const draw = (height: number, width: number): Matrix =>
          arena.scope(() => {
            const mask = arena.scratch([height, width]);
            mask.fill(1);
            engine.kernels.dropout(mask.size, seeds.bits(), dropout, mask.pointer, mask.pointer);
            return Array.from({ length: height }, (_, r) =>
              Float64Array.from(mask.copy().subarray(r * width, (r + 1) * width)),
            );
          });
        const attentionMasks = lengths.map((n) => {
          const mask = draw(heads * n, n);
          return Array.from({ length: heads }, (_, head) => mask.slice(head * n, (head + 1) * n));
        });
        const hiddenMasks = [draw(rows, size), draw(rows, size)];

        const [input, dOutput] = [randomMatrix(random, rows, size), randomMatrix(random, rows, size)];
        let row = 0;
        const expected = lengths.map((n, s) => {
          const own = (matrix: Matrix) => matrix.slice(row, row + n);
          const masks: TransformerMasks = {
            attention: attentionMasks[s],
            hidden: [own(hiddenMasks[0]), own(hiddenMasks[1])],
          };
          const pass = transformerLayer(own(input), weights, heads, epsilon, dropout > 0 ? masks : undefined);
          const { input: dInput, ...d } = pass.backward(own(dOutput));
          row += n;
          return { output: pass.output, dInput, d };
        });

        const output = arena.scratch([rows, size]);
        const pass = layer.forward(tensorOf(arena, input), lengths, output, new Random(9));
        expectClose(
          output,
          expected.flatMap((sentence) => sentence.output),
          'output',
        );
        const dInput = pass.backward(tensorOf(arena, dOutput));
        expectClose(
          dInput,
          expected.flatMap((sentence) => sentence.dInput),
          'dInput',
        );
        const d = sumOf(expected.map((sentence) => sentence.d));
        expectDense(layer.attention.input, joined(d.self));
        expectEnd(layer.attentionOutput, d.attentionOutput);
        expectDense(layer.intermediate, d.intermediate);
        expectEnd(layer.output, d.output);

        // Without chance nothing is dropped.
        const plain = arena.scratch([rows, size]);
        layer.forward(tensorOf(arena, input), lengths, plain);
        const first = transformerLayer(input.slice(0, lengths[0]), weights, heads, epsilon).output;
        expectClose(arena.view(plain.pointer, [lengths[0], size]), first);
        const dropped = useAll([plain, output], (a, b) => a.some((value, at) => value !== b[at]));
        expect(dropped).toBe(dropout > 0);
      },
    );
  });
}
