import { describe, expect, it } from 'vitest';
import { TransformerEncoder } from '../../src/encoder/transformer.js';
import { readTransformerSettings, type TransformerSettings } from '../../src/encoder/transformerSettings.js';
import { fillTransformer } from '../../src/encoder/transformerWeights.js';
import { type PieceInput, windowsOf } from '../../src/encoder/windows.js';
import { createEngine } from '../../src/engine/engine.js';
import { Random } from '../../src/engine/random.js';
import { Adam, constant } from '../../src/nn/adam.js';
import { Parameters } from '../../src/nn/parameters.js';
import { pretrainedTransformer } from '../../src/pretrained/architecture.js';
import type { PlainTensor } from '../../src/pretrained/weightsError.js';
import { expectClose, matrixOf } from '../support/matrices.js';
import { randomTensors, tinyConfig, tinyShape } from '../support/pretrainedFiles.js';
import { layerNorm } from '../support/reference/layerNorm.js';
import { linear } from '../support/reference/linear.js';
import { type Matrix, plus, transposed } from '../support/reference/matrix.js';
import { transformerLayer } from '../support/reference/transformerLayer.js';

const tiny = { ...tinyShape, first: 18, last: 19, hiddenDropout: 0, attentionDropout: 0 };

/** Pieces by words. */
function sentence(...words: number[][]): PieceInput {
  const starts = words.map((_, word) => words.slice(0, word).flat().length);
  return { n: words.length, pieces: Int32Array.from(words.flat()), starts: Int32Array.from(starts) };
}

const sentences = [sentence([3], [4, 5], [6]), sentence([7, 8]), sentence([3], [9], [10], [11, 3], [4])];

function create(given: Partial<TransformerSettings> = {}) {
  const engine = createEngine();
  const parameters = new Parameters(engine);
  const settings = readTransformerSettings({ ...tiny, ...given });
  const encoder = new TransformerEncoder(parameters, settings);
  parameters.allocate();
  const { embeddingSize } = settings;
  const tensors = randomTensors({ ...tinyShape, embeddingSize }, 3);
  const config = { ...tinyConfig, embedding_size: embeddingSize };
  fillTransformer(parameters, pretrainedTransformer(config, tensors));
  return { engine, parameters, encoder, settings, tensors };
}

/** BERT by the references, from published tensors. */
function bert(
  tensors: ReadonlyMap<string, PlainTensor>,
  { layers, embeddingSize, positionOffset }: TransformerSettings,
  { pieces, starts }: PieceInput,
): Matrix {
  const matrix = (name: string): Matrix => {
    const { shape, data } = tensors.get(name) ?? { shape: [1], data: new Float32Array() };
    const columns = shape[shape.length - 1];
    return Array.from({ length: data.length / columns }, (_, r) =>
      Float64Array.from(data.subarray(r * columns, (r + 1) * columns)),
    );
  };
  const dense = (name: string) => ({
    weight: transposed(matrix(`${name}.weight`)),
    bias: matrix(`${name}.bias`),
  });
  const norm = (name: string) => ({ gain: matrix(`${name}.weight`), bias: matrix(`${name}.bias`) });
  const end = (name: string) => ({ dense: dense(`${name}.dense`), norm: norm(`${name}.LayerNorm`) });
  const table = (name: string) => matrix(`embeddings.${name}_embeddings.weight`);
  const sums = [tiny.first, ...pieces, tiny.last].map((piece, position) =>
    plus(plus(table('word')[piece], table('position')[positionOffset + position]), table('token_type')[0]),
  );
  let x = layerNorm(sums, norm('embeddings.LayerNorm'), tiny.epsilon).output;
  if (embeddingSize !== tiny.size) x = linear(x, dense('embeddings_project')).output;
  for (let layer = 0; layer < layers; layer++) {
    const path = `encoder.layer.${layer}`;
    const self = (part: string) => dense(`${path}.attention.self.${part}`);
    const weights = {
      self: { query: self('query'), key: self('key'), value: self('value') },
      attentionOutput: end(`${path}.attention.output`),
      intermediate: dense(`${path}.intermediate.dense`),
      output: end(`${path}.output`),
    };
    x = transformerLayer(x, weights, tiny.heads, tiny.epsilon).output;
  }
  return [x[0], ...Array.from(starts, (start) => x[start + 1])];
}

describe('a transformer encoder', () => {
  it.each([{}, { embeddingSize: 5 }, { layers: 1 }, { positionOffset: 2 }])(
    'is BERT as the references have it, with %o',
    (given) => {
      const { encoder, settings, tensors } = create(given);
      const expected = sentences.flatMap((sentence) => bert(tensors, settings, sentence));
      expectClose(encoder.encode(sentences), expected);
      expectClose(encoder.forward(sentences, new Random(1)).output, expected);
    },
  );

  it('reads a long sentence in windows, each like a sentence of its own', () => {
    const { encoder } = create();
    const words = Array.from({ length: 11 }, (_, word) => [word, word + 1].slice(word % 2));
    const whole = matrixOf(encoder.encode([sentence(...words)]));
    const windows = windowsOf(sentence(...words), 8).map(({ from, to }) => words.slice(from, to));
    expect(windows.map(({ length }) => length)).toEqual([5, 5, 5]);
    const parts = windows.map((own) => matrixOf(encoder.encode([sentence(...own)])));
    // ROOT and four words, then three, then four: each where it stands farthest from a cut.
    const expected = [...parts[0].slice(0, 5), ...parts[1].slice(2, 5), ...parts[2].slice(2)];
    expect(whole).toEqual(expected);
  });

  it.each([{}, { embeddingSize: 5 }, { hiddenDropout: 0.2, attentionDropout: 0.2 }])(
    'goes back through everything: gradients match differences, with %o',
    (given) => {
      const { engine, parameters, encoder } = create(given);
      const direction = new Random(4);
      const d = Float32Array.from({ length: 96 }, () => direction.normal());
      const loss = (backward: boolean) =>
        engine.arena.scope(() => {
          const pass = encoder.forward(sentences, new Random(5));
          const dOutput = engine.arena.scratch(pass.output.shape);
          dOutput.set(d);
          if (backward) pass.backward(dOutput);
          return pass.output.use((output) => output.reduce((sum, x, at) => sum + x * d[at], 0));
        });
      loss(true);
      const gradients = new Map(parameters.dense.map(({ name, gradient }) => [name, gradient.copy()]));
      for (const { table, rows } of parameters.gradients.tables) gradients.set(table.name, rows.copy());
      for (const { name, value } of parameters.all) {
        const gradient = gradients.get(name) ?? new Float32Array();
        const norm = Math.hypot(...gradient);
        const original = value.copy();
        const step = 0.002 / Math.max(1, norm);
        const moved = (by: number) => {
          value.set(original.map((x, at) => x + (by * gradient[at]) / norm));
          return loss(false);
        };
        const slope = (8 * (moved(step) - moved(-step)) - (moved(2 * step) - moved(-2 * step))) / (12 * step);
        value.set(original);
        expect(Math.abs(slope / norm - 1), name).toBeLessThan(0.02);
      }
    },
  );

  it.each([
    { given: { frozenEmbeddings: true }, trained: /^encoder\.layer/ },
    { given: { frozenLayers: 1 }, trained: /^encoder\.layer\.1/ },
    { given: { frozenLayers: 2 }, trained: /^$/ },
  ])('keeps what is frozen: $given', ({ given, trained }) => {
    const [free, frozen] = [create(), create(given)];
    const learn = ({ engine, parameters, encoder }: typeof free) => {
      const { output, backward } = encoder.forward(sentences, new Random(1));
      const dOutput = engine.arena.scratch(output.shape);
      dOutput.fill(0.5);
      dOutput.set([1, 2, 3]);
      const before = output.copy();
      backward(dOutput);
      const names = parameters.dense.filter(({ gradient }) => gradient.copy().some((x) => x !== 0));
      const gradients = new Map(names.map(({ name, gradient }) => [name, gradient.copy()]));
      const start = parameters.save();
      new Adam(parameters, constant(0.1)).step();
      const changed = parameters.all.filter(({ name, value }) =>
        value.copy().some((x, at) => x !== start.get(name)?.[at]),
      );
      return { output: before, gradients, changed: changed.map(({ name }) => name) };
    };
    const [whole, part] = [learn(free), learn(frozen)];
    expect(part.output).toEqual(whole.output);
    expect(whole.changed.length).toBe(free.parameters.all.length);
    expect(part.changed.sort()).toEqual(whole.changed.filter((name) => trained.test(name)).sort());
    for (const [name, gradient] of part.gradients) expect(gradient, name).toEqual(whole.gradients.get(name));
    expect(frozen.parameters.frozen.length + part.changed.length).toBe(whole.changed.length);
  });

  it.each([
    [{ heads: 3 }, 'The 8 columns of a transformer cannot be divided among 3 heads.'],
    [{ positionOffset: 8 }, 'A transformer needs positions for a piece and the two special ones around it.'],
    [{ frozenLayers: 3 }, 'A transformer of 2 layers cannot keep 3 of them frozen.'],
  ])('refuses %o', (given, message) => {
    expect(() => readTransformerSettings({ ...tiny, ...given })).toThrow(message);
  });
});
