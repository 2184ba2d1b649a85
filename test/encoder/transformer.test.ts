import { describe, expect, it } from 'vitest';
import { batchOf } from '../../src/encoder/batch.js';
import { PieceLexicon } from '../../src/encoder/pieceLexicon.js';
import { shapes } from '../../src/encoder/shape.js';
import { TransformerEncoder, transformer } from '../../src/encoder/transformerEncoder.js';
import { type TransformerSettings, transformerSettings } from '../../src/encoder/transformerSettings.js';
import { type PieceInput, windowsOf } from '../../src/encoder/windows.js';
import { createEngine } from '../../src/engine/engine.js';
import { Random } from '../../src/engine/random.js';
import { readValues } from '../../src/learner/settings.js';
import { Adam, constant } from '../../src/nn/adam.js';
import { Parameters } from '../../src/nn/parameters.js';
import { pretrainedTransformer, type TransformerShape } from '../../src/pretrained/architecture.js';
import { Subwords } from '../../src/pretrained/subwords.js';
import type { PlainTensor } from '../../src/pretrained/weightsError.js';
import { expectClose, matrixOf } from '../support/matrices.js';
import { randomTensors, tinyConfig, tinyShape, tinyTokenizer } from '../support/pretrainedFiles.js';
import { layerNorm } from '../support/reference/layerNorm.js';
import { linear } from '../support/reference/linear.js';
import { type Matrix, plus, transposed } from '../support/reference/matrix.js';
import { transformerLayer } from '../support/reference/transformerLayer.js';

const subwords = Subwords.of(tinyTokenizer);
const { first, last } = subwords;

const title = shapes.indexOf('title');

/** Pieces by words, of which the second has a capital. */
function sentence(...words: number[][]): PieceInput {
  const starts = words.map((_, word) => words.slice(0, word).flat().length);
  const pieces = Int32Array.from(words.flat());
  const ofPieces = Int32Array.from(words.flatMap((word, at) => word.map(() => (at === 1 ? title : 0))));
  return { n: words.length, pieces, shapes: ofPieces, starts: Int32Array.from(starts) };
}

const sentences = [sentence([3], [4, 5], [6]), sentence([7, 8]), sentence([3], [9], [10], [11, 3], [4])];

function create(
  given: Partial<TransformerSettings> = {},
  shapeGiven: Partial<TransformerShape> = {},
  seesCase = false,
) {
  const engine = createEngine();
  const parameters = new Parameters(engine);
  const shape = { ...tinyShape, ...shapeGiven };
  const settings = readValues(transformerSettings, { sublayerDropout: 0, attentionDropout: 0, ...given });
  const encoder = new TransformerEncoder(parameters, settings, new PieceLexicon(subwords, shape, seesCase));
  parameters.allocate();
  const tensors = randomTensors(shape, 3);
  const config = { ...tinyConfig, embedding_size: shape.embeddingSize };
  encoder.fill({ transformer: { ...pretrainedTransformer(config, tensors), subwords } });
  return { engine, parameters, encoder, shape, tensors };
}

/** BERT by the references, from published tensors. */
function bert(
  tensors: ReadonlyMap<string, PlainTensor>,
  { layers, embeddingSize, positionOffset }: TransformerShape,
  { pieces, starts, shapes }: PieceInput,
  shapeVectors?: Matrix,
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
  const sums = [first, ...pieces, last].map((piece, position) =>
    plus(plus(table('word')[piece], table('position')[positionOffset + position]), table('token_type')[0]),
  );
  let x = layerNorm(sums, norm('embeddings.LayerNorm'), tinyShape.epsilon).output;
  if (embeddingSize !== tinyShape.size) x = linear(x, dense('embeddings_project')).output;
  if (shapeVectors) x = x.map((row, at) => plus(row, shapeVectors[shapes[at - 1] ?? 0]));
  for (let layer = 0; layer < layers; layer++) {
    const path = `encoder.layer.${layer}`;
    const self = (part: string) => dense(`${path}.attention.self.${part}`);
    const weights = {
      self: { query: self('query'), key: self('key'), value: self('value') },
      attentionOutput: end(`${path}.attention.output`),
      intermediate: dense(`${path}.intermediate.dense`),
      output: end(`${path}.output`),
    };
    x = transformerLayer(x, weights, tinyShape.heads, tinyShape.epsilon).output;
  }
  return [x[0], ...Array.from(starts, (start) => x[start + 1])];
}

describe('a transformer encoder', () => {
  it.each<[Partial<TransformerSettings>, Partial<TransformerShape>]>([
    [{}, {}],
    [{}, { embeddingSize: 5 }],
    [{ usedLayers: 1 }, {}],
    [{}, { positionOffset: 2 }],
  ])('is BERT as the references have it, with %o of %o', (given, shapeGiven) => {
    const { encoder, shape, tensors } = create(given, shapeGiven);
    const layers = given.usedLayers ?? shape.layers;
    const expected = sentences.flatMap((sentence) => bert(tensors, { ...shape, layers }, sentence));
    expectClose(encoder.encode(batchOf(sentences)), expected);
    expectClose(encoder.forward(batchOf(sentences), new Random(1)).output, expected);
  });

  it.each([{}, { frozenEmbeddings: true }])(
    'adds the letter case of words to its input, with %o',
    (given) => {
      const { encoder, shape, tensors, parameters } = create(given, {}, true);
      const table = encoder.shapes?.table.value;
      table?.set(Float32Array.from({ length: 4 * tinyShape.size }, (_, at) => Math.sin(at)));
      const vectors = table && matrixOf(table);
      const expected = sentences.flatMap((sentence) => bert(tensors, shape, sentence, vectors));
      expectClose(encoder.encode(batchOf(sentences)), expected);
      expectClose(encoder.forward(batchOf(sentences), new Random(1)).output, expected);
      expect(parameters.tables.map(({ name }) => name)).toContain('shapes');
    },
  );

  it('hides pieces in training only', () => {
    const { encoder, shape, tensors } = create({ pieceDropout: 0.5 });
    const plain = sentences.flatMap((sentence) => bert(tensors, shape, sentence));
    expectClose(encoder.encode(batchOf(sentences)), plain);
    const random = new Random(1);
    const hidden = sentences.map((sentence) => ({
      ...sentence,
      pieces: sentence.pieces.map((piece) => (random.uniform() < 0.5 ? subwords.mask : piece)),
    }));
    expect(hidden).not.toEqual(sentences);
    const expected = hidden.flatMap((sentence) => bert(tensors, shape, sentence));
    expectClose(encoder.forward(batchOf(sentences), new Random(1)).output, expected);
  });

  it('sees letter case besides its pieces if those are in lower case', () => {
    const cased = { ...tinyTokenizer, normalizer: null };
    const vocab = { ...tinyTokenizer.model.vocab, A: 1, a: 2 };
    const transformerOf = (tokenizer: object) => ({
      ...pretrainedTransformer(tinyConfig, randomTensors(tinyShape, 3)),
      subwords: Subwords.of(tokenizer),
    });
    expect(PieceLexicon.of(transformerOf(tinyTokenizer)).seesCase).toBe(true);
    const lexicon = PieceLexicon.of(transformerOf({ ...cased, model: { ...cased.model, vocab } }));
    expect(lexicon.seesCase).toBe(false);
  });

  it('reads a long sentence in windows, each like a sentence of its own', () => {
    const { encoder } = create();
    const words = Array.from({ length: 11 }, (_, word) => [word, word + 1].slice(word % 2));
    const whole = matrixOf(encoder.encode(batchOf([sentence(...words)])));
    const windows = windowsOf(sentence(...words), 8).map(({ from, to }) => words.slice(from, to));
    expect(windows.map(({ length }) => length)).toEqual([5, 5, 5]);
    const parts = windows.map((own) => matrixOf(encoder.encode(batchOf([sentence(...own)]))));
    // ROOT and four words, then three, then four: each where it stands farthest from a cut.
    const expected = [...parts[0].slice(0, 5), ...parts[1].slice(2, 5), ...parts[2].slice(2)];
    expect(whole).toEqual(expected);
  });

  it.each<[Partial<TransformerSettings>, Partial<TransformerShape>]>([
    [{}, {}],
    [{}, { embeddingSize: 5 }],
    [{ sublayerDropout: 0.2, attentionDropout: 0.2 }, {}],
    [{ frozenLayers: 1 }, {}],
  ])('goes back through everything: gradients match differences, with %o of %o', (given, shapeGiven) => {
    const { engine, parameters, encoder } = create(given, shapeGiven, true);
    const direction = new Random(4);
    const d = Float32Array.from({ length: 96 }, () => direction.normal());
    const loss = (backward: boolean) =>
      engine.arena.scope(() => {
        const pass = encoder.forward(batchOf(sentences), new Random(5));
        const dOutput = engine.arena.scratch(pass.output.shape);
        dOutput.set(d);
        if (backward) pass.backward(dOutput);
        return pass.output.use((output) => output.reduce((sum, x, at) => sum + x * d[at], 0));
      });
    loss(true);
    const gradients = new Map(parameters.dense.map(({ name, gradient }) => [name, gradient.copy()]));
    for (const { table, rows } of parameters.gradients.tables) gradients.set(table.name, rows.copy());
    for (const { name, value } of [...parameters.dense, ...parameters.tables]) {
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
  });

  it.each([
    { given: { frozenEmbeddings: true }, trained: /^encoder\.layer/ },
    { given: { frozenLayers: 1 }, trained: /^encoder\.layer\.1/ },
    { given: { frozenLayers: 2 }, trained: /^$/ },
  ])('keeps what is frozen: $given', ({ given, trained }) => {
    const [free, frozen] = [create(), create(given)];
    const learn = ({ engine, parameters, encoder }: typeof free) => {
      const { output, backward } = encoder.forward(batchOf(sentences), new Random(1));
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
    [{ usedLayers: 3 }, 'The encoder has 2 layers, but "usedLayers" is 3.'],
    [{ frozenLayers: 4 }, 'The encoder has 2 layers, but "frozenLayers" is 4.'],
  ])('refuses %o', (given, message) => {
    expect(() => create(given)).toThrow(message);
  });

  it('takes words in pieces, and parts of sentences', () => {
    const { encoder } = create();
    const words = ['worda', 'Wordb', 'wordz', 'word'].map((form) => ({ form, upos: '_', xpos: '_' }));
    const input = encoder.inputOf(words);
    expect(input).toEqual(sentence([1, 2], [1, 3], [0], [1]));
    for (const [from, to] of [
      [0, 4],
      [1, 3],
      [2, 2],
      [3, 4],
      [4, 4],
    ]) {
      expect(encoder.cut(input, from, to)).toEqual(encoder.inputOf(words.slice(from, to)));
    }
    const own = matrixOf(encoder.encode(batchOf([encoder.cut(input, 1, 3)])));
    expect(matrixOf(encoder.encodeRows(input, 2, 4))).toEqual(own.slice(1));
    expect(matrixOf(encoder.encodeRows(input, 0, 5))).toEqual(matrixOf(encoder.encode(batchOf([input]))));
  });

  it('begins with pretrained weights, and is told where they are missing', () => {
    const settings = readValues(transformerSettings, {});
    expect(() => transformer.lexiconOf([], settings)).toThrow(
      'A transformer starts from pretrained weights: give their folder (--encoder).',
    );
  });
});

describe('the lexicon of a model file', () => {
  const { data } = new PieceLexicon(subwords, tinyShape, true);
  const read = (change: object, shape: object = {}) =>
    PieceLexicon.read({ ...data, ...change, shape: { ...tinyShape, ...shape } });

  it('is the one that was saved', () => {
    expect(read({})?.data).toEqual(data);
  });

  it('of older files has no letter case', () => {
    expect(read({ seesCase: undefined })?.seesCase).toBe(false);
  });

  it.each<[string, object, object]>([
    ['no pieces', { subwords: undefined }, {}],
    ['a letter case that is none', { seesCase: 1 }, {}],
    ['pieces without a tokenizer', { subwords: { model: {} } }, {}],
    ['a size that is none', {}, { layers: 0 }],
    ['a size too many', {}, { width: 3 }],
    ['heads that do not divide the columns', {}, { heads: 3 }],
    ['no room for a piece', {}, { positionOffset: 8 }],
    ['more pieces than rows', {}, { pieces: 19 }],
  ])('is refused with %s', (_, change, shape) => {
    expect(read(change, shape)).toBeUndefined();
  });
});
