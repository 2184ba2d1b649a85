// Pretrained encoders in miniature, as others publish them: tensors under BERT's names, in safetensors or ONNX.
import { Random } from '../../src/engine/random.js';
import { sizeOf } from '../../src/engine/tensor.js';
import { toHalf } from '../../src/modelfile/halfPrecision.js';
import { type TransformerShape, tensorShapes } from '../../src/pretrained/architecture.js';
import { transposed } from '../../src/pretrained/onnx.js';
import type { EncoderFiles } from '../../src/pretrained/pretrainedEncoder.js';
import type { PlainTensor } from '../../src/pretrained/weightsError.js';

export const tinyConfig = {
  model_type: 'bert',
  hidden_act: 'gelu',
  hidden_size: 8,
  intermediate_size: 12,
  layer_norm_eps: 1e-12,
  max_position_embeddings: 10,
  num_attention_heads: 2,
  num_hidden_layers: 2,
  pad_token_id: 0,
  type_vocab_size: 2,
  vocab_size: 20,
};

export const tinyShape: TransformerShape = {
  layers: 2,
  size: 8,
  heads: 2,
  intermediate: 12,
  positions: 10,
  positionOffset: 0,
  pieces: 20,
  embeddingSize: 8,
  types: 2,
  epsilon: 1e-12,
};

/** `tokenizer.json` of its pieces: most words of toy treebanks are two of them, the others are unknown. */
export const tinyTokenizer = {
  version: '1.0',
  truncation: null,
  added_tokens: [
    { id: 0, content: '[UNK]', special: true, normalized: false },
    { id: 18, content: '[CLS]', special: true, normalized: false },
    { id: 19, content: '[SEP]', special: true, normalized: false },
  ],
  normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, lowercase: true },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(
      ['[UNK]', 'word', ...Array.from('abcdefghijklmnop', (letter) => `##${letter}`), '[CLS]', '[SEP]'].map(
        (piece, id) => [piece, id],
      ),
    ),
  },
};

/** The files of an encoder with random weights, but small biases and plain norms, so that its words differ. */
export function tinyEncoderFiles(seed = 1): EncoderFiles {
  const tensors = [...randomTensors(tinyShape, seed)].map(
    ([name, { shape, data }]): [string, PlainTensor] => {
      const [center, scale] = /Norm\.weight$/.test(name) ? [1, 0.1] : [0, /bias$/.test(name) ? 0.1 : 1];
      return [name, { shape, data: data.map((x) => center + scale * x) }];
    },
  );
  const bytes = safetensorsFile(new Map(tensors));
  return {
    config: text(JSON.stringify(tinyConfig)),
    tokenizer: text(JSON.stringify(tinyTokenizer)),
    weights: { format: 'safetensors', bytes },
  };
}

/** Random weights of a shape by BERT's names. */
export function randomTensors(shape: TransformerShape, seed: number): Map<string, PlainTensor> {
  const random = new Random(seed);
  return new Map(
    [...tensorShapes(shape)].map(([name, dims]) => [
      name,
      { shape: dims, data: Float32Array.from({ length: sizeOf(dims) }, () => random.uniform(-1, 1)) },
    ]),
  );
}

/** A safetensors file with a gap before its data and a tensor of integers, as others write them. */
export function safetensorsFile(
  tensors: ReadonlyMap<string, PlainTensor>,
  type: 'F32' | 'F16' = 'F32',
): Uint8Array {
  const parts: Uint8Array[] = [new Uint8Array(16)];
  const header: Record<string, unknown> = {
    __metadata__: { format: 'pt' },
    'embeddings.position_ids': { dtype: 'I64', shape: [1, 2], data_offsets: [0, 16] },
  };
  let place = 16;
  for (const [name, { shape, data }] of tensors) {
    const { buffer } = type === 'F32' ? data.slice() : toHalf(data);
    const bytes = new Uint8Array(buffer);
    parts.push(bytes);
    header[name] = { dtype: type, shape, data_offsets: [place, place + bytes.length] };
    place += bytes.length;
  }
  const text = new TextEncoder().encode(`${JSON.stringify(header)}   `);
  const length = new Uint8Array(8);
  new DataView(length.buffer).setUint32(0, text.length, true);
  return joined([length, text, ...parts]);
}

/** An ONNX file in which the matrices of the layers hang on MatMul nodes that are called after their modules. */
export function onnxFile(tensors: ReadonlyMap<string, PlainTensor>): Uint8Array {
  const parts: Uint8Array[] = [];
  let product = 0;
  for (const [name, tensor] of tensors) {
    const module = /^(encoder\..*)\.weight$/.exec(name)?.[1];
    if (module !== undefined && tensor.shape.length === 2) {
      const weight = `onnx::MatMul_${product++}`;
      parts.push(field(5, initializer(weight, transposed(tensor))));
      parts.push(
        field(1, node(`/${module.replaceAll('.', '/').replace(/layer\/(\d)/, 'layer.$1')}/MatMul`, weight)),
      );
    } else {
      parts.push(field(5, initializer(name, tensor)));
    }
  }
  return joined([varintField(1, 8), field(7, joined(parts))]);
}

function initializer(name: string, { shape, data }: PlainTensor): Uint8Array {
  const dims = joined(shape.map((size) => varintField(1, size)));
  return joined([
    dims,
    varintField(2, 1),
    field(8, text(name)),
    field(9, new Uint8Array(data.slice().buffer)),
  ]);
}

function node(name: string, weight: string): Uint8Array {
  return joined([
    field(1, text('input')),
    field(1, text(weight)),
    field(3, text(name)),
    field(4, text('MatMul')),
  ]);
}

function field(number: number, content: Uint8Array): Uint8Array {
  return joined([varint(8 * number + 2), varint(content.length), content]);
}

function varintField(number: number, value: number): Uint8Array {
  return joined([varint(8 * number), varint(value)]);
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push(128 + (rest % 128));
  return Uint8Array.of(...bytes, rest);
}

const text = (value: string) => new TextEncoder().encode(value);

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let place = 0;
  for (const part of parts) {
    all.set(part, place);
    place += part.length;
  }
  return all;
}
