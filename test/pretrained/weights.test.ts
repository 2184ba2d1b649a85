// Weights as others publish them: the same tensors from safetensors in 32 and 16 bits and from ONNX; damaged and foreign
// files refused with one sentence.
import { describe, expect, test } from 'vitest';
import { pretrainedTransformer, tensorShapes } from '../../src/pretrained/architecture.js';
import { readOnnx } from '../../src/pretrained/onnx.js';
import { readSafetensorsWeights } from '../../src/pretrained/safetensorsWeights.js';
import { WeightsError } from '../../src/pretrained/weightsError.js';
import {
  onnxFile,
  randomTensors,
  safetensorsFile,
  tinyConfig,
  tinyShape,
} from '../support/pretrainedFiles.js';

const tensors = randomTensors(tinyShape, 1);
const formats = {
  'safetensors, F32': { read: () => readSafetensorsWeights(safetensorsFile(tensors)), digits: 9 },
  'safetensors, F16': { read: () => readSafetensorsWeights(safetensorsFile(tensors, 'F16')), digits: 2.5 },
  ONNX: { read: () => readOnnx(onnxFile(tensors)), digits: 9 },
};

describe.each(Object.entries(formats))('%s', (_, { read, digits }) => {
  test('has every tensor', () => {
    const found = read();
    expect([...found.keys()].sort()).toEqual([...tensors.keys()].sort());
    for (const [name, { shape, data }] of tensors) {
      expect(found.get(name)?.shape).toEqual(shape);
      found.get(name)?.data.forEach((value, at) => {
        expect(value).toBeCloseTo(data[at], digits);
      });
    }
  });

  test('makes the encoder that config.json describes', () => {
    expect(pretrainedTransformer(tinyConfig, read()).shape).toEqual(tinyShape);
  });
});

test.each([
  ['safetensors', safetensorsFile(tensors), readSafetensorsWeights],
  ['ONNX', onnxFile(tensors), readOnnx],
])('every truncation of %s is refused or lacks a tensor', (_, bytes, read) => {
  for (let length = 0; length < bytes.length; length += 7) {
    expect(() => pretrainedTransformer(tinyConfig, read(bytes.subarray(0, length)))).toThrow(WeightsError);
  }
});

describe('a file in a Node Buffer at an odd place', () => {
  test.each([
    ['safetensors', safetensorsFile(tensors), readSafetensorsWeights],
    ['ONNX', onnxFile(tensors), readOnnx],
  ])('%s', (_, bytes, read) => {
    const shifted = Buffer.alloc(bytes.length + 3);
    shifted.set(bytes, 3);
    expect(read(shifted.subarray(3)).get('encoder.layer.1.output.dense.weight')).toEqual(
      tensors.get('encoder.layer.1.output.dense.weight'),
    );
  });
});

describe('the family', () => {
  const renamed = (name: (name: string) => string) =>
    new Map([...tensors].map(([key, tensor]) => [name(key), tensor]));

  test('names may begin with the model, and layer norms may be gamma and beta', () => {
    const old = renamed((name) =>
      `bert.${name}`
        .replace(/LayerNorm\.weight$/, 'LayerNorm.gamma')
        .replace(/LayerNorm\.bias$/, 'LayerNorm.beta'),
    );
    expect(pretrainedTransformer(tinyConfig, old).tensors).toEqual(tensors);
  });

  test('RoBERTa starts its positions after the padding token', () => {
    const config = { ...tinyConfig, model_type: 'xlm-roberta', pad_token_id: 1 };
    const { shape } = pretrainedTransformer(
      config,
      renamed((name) => `roberta.${name}`),
    );
    expect(shape).toEqual({ ...tinyShape, positionOffset: 2 });
  });

  test('ELECTRA may have a smaller piece table', () => {
    const shape = { ...tinyShape, embeddingSize: 4 };
    const electra = pretrainedTransformer(
      { ...tinyConfig, model_type: 'electra', embedding_size: 4 },
      randomTensors(shape, 2),
    );
    expect(electra.shape).toEqual(shape);
    expect(electra.tensors.get('embeddings_project.weight')?.shape).toEqual([8, 4]);
  });

  test('DistilBERT has other names and no token types', () => {
    const names: [string, string][] = [
      ['encoder.layer.', 'transformer.layer.'],
      ['attention.self.query', 'attention.q_lin'],
      ['attention.self.key', 'attention.k_lin'],
      ['attention.self.value', 'attention.v_lin'],
      ['attention.output.dense', 'attention.out_lin'],
      ['attention.output.LayerNorm', 'sa_layer_norm'],
      ['intermediate.dense', 'ffn.lin1'],
      ['output.dense', 'ffn.lin2'],
      ['output.LayerNorm', 'output_layer_norm'],
    ];
    const distil = renamed((name) =>
      names.reduce((known, [ours, theirs]) => known.replace(ours, theirs), name),
    );
    const {
      hidden_size: dim,
      num_hidden_layers: n_layers,
      num_attention_heads: n_heads,
      ...rest
    } = tinyConfig;
    const { intermediate_size: hidden_dim, vocab_size, max_position_embeddings } = rest;
    const config = { dim, n_layers, n_heads, hidden_dim, vocab_size, max_position_embeddings };
    const { shape } = pretrainedTransformer(
      { ...config, model_type: 'distilbert', activation: 'gelu' },
      distil,
    );
    expect(shape).toEqual({ ...tinyShape, types: 0 });
    expect([...tensorShapes(shape)].map(([name]) => name)).not.toContain(
      'embeddings.token_type_embeddings.weight',
    );
  });
});

test.each([
  [
    'another architecture',
    { model_type: 'gpt2' },
    'config.json has the model_type "gpt2"; arcwise knows bert,',
  ],
  [
    'another activation',
    { hidden_act: 'silu' },
    'config.json has the activation "silu"; arcwise has "gelu".',
  ],
  ['relative positions', { position_embedding_type: 'relative_key' }, '"relative_key" position embeddings'],
  ['no size', { hidden_size: 0 }, 'config.json has no usable "hidden_size".'],
  ['heads that do not divide', { num_attention_heads: 3 }, 'config.json divides 8 columns among 3 heads.'],
  ['more layers than weights', { num_hidden_layers: 3 }, 'The weights lack the tensor "encoder.layer.2'],
  ['another shape', { vocab_size: 21 }, 'has the shape [20, 8], but config.json asks for [21, 8].'],
])('%s is refused', (_, change, message) => {
  expect(() => pretrainedTransformer({ ...tinyConfig, ...change }, tensors)).toThrow(message);
});

test('a value that is not finite is refused', () => {
  const broken = new Map(tensors);
  broken.set('embeddings.LayerNorm.bias', { shape: [8], data: new Float32Array(8).fill(Number.NaN) });
  expect(() => pretrainedTransformer(tinyConfig, broken)).toThrow('not a finite number');
});

test('config.json must be an object', () => {
  expect(() => pretrainedTransformer([], tensors)).toThrow('config.json is not a JSON object.');
});
