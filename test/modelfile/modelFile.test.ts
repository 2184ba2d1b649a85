import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dequantize, quantize } from '../../src/engine/quantization.js';
import { fromHalf, toHalf } from '../../src/modelfile/halfPrecision.js';
import {
  type ModelContents,
  type ModelTensor,
  matchTensors,
  readMetadata,
  readModel,
  withMetadata,
  writeModel,
} from '../../src/modelfile/modelFile.js';
import { ModelFileError, type WeightType } from '../../src/modelfile/safetensors.js';
import {
  acceptedDamages,
  assembled,
  headerOf,
  refusal,
  sealed,
  small,
  tensor,
} from '../support/modelFiles.js';

type Named = [name: string, tensor: ModelTensor];

/** What a file gives back of a tensor. */
function stored({ type, shape, data }: ModelTensor): ModelTensor {
  if (type === 'F32') return { type, shape, data };
  if (type === 'F16') return { type, shape, data: fromHalf(toHalf(data)) };
  const rows = shape.slice(0, -1).reduce((a, b) => a * b, 1);
  return { type, shape, data: dequantize(quantize(data, rows)) };
}

const anyTensor: fc.Arbitrary<ModelTensor> = fc
  .tuple(
    fc.constantFrom<WeightType>('F32', 'F16', 'I8'),
    fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 3 }),
    fc.infiniteStream(fc.float({ noNaN: true, min: -100, max: 100 })),
  )
  .map(([type, shape, values]) => {
    const size = shape.reduce((a, b) => a * b, 1);
    return tensor(type, shape, [...values.take(size)]);
  });

const anyModel: fc.Arbitrary<ModelContents> = fc
  .record({
    metadata: fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { noNullPrototype: true }),
    tensors: fc.dictionary(fc.stringMatching(/^[A-Za-z][\w.-]{0,8}$/), anyTensor, { maxKeys: 6 }),
  })
  .filter(({ metadata }) => !JSON.stringify(metadata).includes('"__proto__":'))
  .map(({ metadata, tensors }) => ({ metadata, tensors: new Map(Object.entries(tensors)) }))
  .filter(
    ({ tensors }) => ![...tensors].some(([name, { type }]) => type === 'I8' && tensors.has(`${name}.scale`)),
  );

describe('a model file', () => {
  it('gives back what was written, wherever its bytes lie in memory', () => {
    fc.assert(
      fc.property(anyModel, fc.integer({ min: 0, max: 7 }), (model, offset) => {
        const file = writeModel(model);
        const memory = new Uint8Array(file.length + offset);
        memory.set(file, offset);
        const { metadata, tensors } = readModel(memory.subarray(offset));
        expect(metadata).toEqual(JSON.parse(JSON.stringify(model.metadata)));
        const byName = (a: Named, b: Named) => (a[0] < b[0] ? -1 : 1);
        const expected = [...model.tensors].map(([name, value]) => [name, stored(value)] as Named);
        const read = [...tensors].map(
          ([name, { shape, type, data }]) => [name, { shape, type, data }] as Named,
        );
        expect(read.sort(byName)).toEqual(expected.sort(byName));
        for (const { type, data, quantized } of tensors.values()) {
          expect(quantized && dequantize(quantized)).toEqual(type === 'I8' ? data : undefined);
        }
      }),
    );
  });

  it('takes other metadata, and keeps its weights to the byte', () => {
    fc.assert(
      fc.property(anyModel, anyModel, ({ tensors, metadata }, { metadata: other }) => {
        const file = withMetadata(writeModel({ tensors, metadata }), other);
        expect(file).toEqual(writeModel({ tensors, metadata: other }));
        expect(readMetadata(file)).toEqual(JSON.parse(JSON.stringify(other)));
      }),
    );
    const altered = writeModel(small).fill(1, -1);
    for (const read of [readMetadata, (bytes: Uint8Array) => withMetadata(bytes, {})]) {
      expect(() => read(altered)).toThrow(ModelFileError);
    }
  });

  it('stores long texts of its metadata like weights, wherever UTF-8 and their names allow it', () => {
    const long = 'Wörter 犬\n'.repeat(200);
    const metadata = {
      text: long,
      a: { b_1: { words: long }, 'b.c': long, list: [long], half: `${long}\ud800`, taken: long, short: 'a' },
    };
    const tensors = new Map([['a.taken', tensor('F32', [1], [1])]]);
    const file = writeModel({ metadata, tensors });
    const header = new TextDecoder().decode(file.subarray(8, file.indexOf(0, 8)));
    for (const name of ['text', 'a.b_1.words']) expect(header).toContain(`"${name}":{"dtype":"U8"`);
    expect(header.match(/"U8"/g)).toHaveLength(2);
    expect(readModel(file)).toEqual({ metadata, tensors });
    expect(readMetadata(file)).toEqual(metadata);
    const other = { text: `${long}!`, a: 1 };
    expect(withMetadata(file, other)).toEqual(writeModel({ metadata: other, tensors }));
  });

  it.each([
    ['nowhere', { text: 'full' }],
    ['in another text', { text: { deeper: '' } }],
    ['outside', { toString: 1 }],
    ['in a list', { text: [''] }],
  ])('is refused with a text that belongs %s', (_, model) => {
    const texts = { text: { dtype: 'U8', shape: [1], data_offsets: [0, 1] } };
    expect(refusal(assembled(headerOf(texts, model), Uint8Array.of(65)))).toBe(
      'The model file has the text "text", but no place for it.',
    );
    expect(refusal(assembled(headerOf(texts, { text: '' }), Uint8Array.of(65)))).toBeUndefined();
    expect(refusal(assembled(headerOf(texts, { text: '' }), Uint8Array.of(0xff)))).toBe(
      'The text "text" of the model file is not valid UTF-8.',
    );
  });

  it('keeps infinities and NaN in F32 and F16', () => {
    const values = [Infinity, -Infinity, NaN, -0];
    const tensors = new Map([
      ['a', tensor('F32', [4], values)],
      ['b', tensor('F16', [4], values)],
    ]);
    const read = readModel(writeModel({ metadata: {}, tensors })).tensors;
    expect(read.get('a')?.data).toEqual(Float32Array.from(values));
    expect(read.get('b')?.data).toEqual(Float32Array.from(values));
  });

  it('is the same bytes for the same model', () => {
    expect(writeModel(small)).toEqual(writeModel(small));
    expect(writeModel(readModel(writeModel(small)))).toEqual(writeModel(small));
  });

  it('is a safetensors file: length, JSON, and aligned data without gaps', () => {
    const file = writeModel(small);
    const length = Number(new DataView(file.buffer).getBigUint64(0, true));
    expect((8 + length) % 64).toBe(0);
    const { __metadata__, ...tensors } = JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + length)));
    expect(__metadata__).toEqual({
      format: 'arcwise',
      version: '1',
      checksum: expect.stringMatching(/^[0-9a-f]{8}$/),
      model: JSON.stringify(small.metadata),
    });
    expect(tensors).toEqual({
      'encoder.weight': { dtype: 'F32', shape: [2, 2], data_offsets: [0, 16] },
      'labels.weight.scale': { dtype: 'F32', shape: [2], data_offsets: [16, 24] },
      'encoder.bias': { dtype: 'F16', shape: [3], data_offsets: [24, 30] },
      'labels.weight': { dtype: 'I8', shape: [2, 3], data_offsets: [30, 36] },
    });
    expect(file.length).toBe(8 + length + 36);
    const data = file.buffer.slice(8 + length) as ArrayBuffer;
    expect(new Float32Array(data, 0, 6)).toEqual(
      Float32Array.of(Math.PI, -1e-40, 3e38, 0, 3 / 127, 0.5 / 127),
    );
    expect(new Int8Array(data, 30, 6)).toEqual(Int8Array.of(42, -85, 127, 127, 0, -32));
  });

  it('is refused for every other bit, for every truncation and for a byte too many', () => {
    const bits = Array.from({ length: 8 }, (_, bit) => 1 << bit);
    expect(acceptedDamages(writeModel(small), bits)).toEqual([]);
    expect(refusal(writeModel(small))).toBeUndefined();
  });

  it('is told from one that was altered', () => {
    const file = writeModel(small);
    file[file.length - 1] ^= 1;
    expect(refusal(file)).toBe('The model file was altered after it was written: its checksum is wrong.');
    expect(refusal(sealed(file))).toBeUndefined();
  });

  it('does no harm when any of its bits is turned under a right checksum', () => {
    const file = writeModel(small);
    let read = 0;
    for (let bit = 0; bit < 8 * file.length; bit++) {
      const changed = file.slice();
      changed[bit >> 3] ^= 1 << (bit & 7);
      if (refusal(sealed(changed)) !== undefined) continue;
      for (const { shape, data: values } of readModel(changed).tensors.values()) {
        expect(values.length).toBe(shape.reduce((a, b) => a * b, 1));
      }
      read++;
    }
    // The bits of the data, at least.
    expect(read).toBeGreaterThan(8 * 36);
  });
});

describe('writing a model file', () => {
  const one = tensor('F32', [1], [1]);

  it.each<[sentence: string, tensors: [string, ModelTensor][], metadata?: Record<string, unknown>]>([
    ['A tensor cannot have the name "__proto__".', [['__proto__', one]]],
    ['A tensor cannot have the name "7".', [['7', one]]],
    ['The tensor "a" of shape [2, 3] has 1 values.', [['a', { ...one, shape: [2, 3] }]]],
    [
      'The tensor "a" has a value that is not finite, so I8 cannot hold it.',
      [['a', tensor('I8', [2], [1, NaN])]],
    ],
    [
      'There are two tensors named "a.scale".',
      [
        ['a', tensor('I8', [1, 1], [1])],
        ['a.scale', one],
      ],
    ],
    [
      'The metadata of the model file has the forbidden name "__proto__".',
      [],
      JSON.parse('{"a":{"__proto__":1}}'),
    ],
  ])('is refused: %s', (sentence, tensors, metadata = {}) => {
    expect(() => writeModel({ metadata, tensors: new Map(tensors) })).toThrow(new ModelFileError(sentence));
  });
});

describe('matching tensors with what a network needs', () => {
  const tensors = new Map([
    ['a', tensor('F32', [2, 1], [1, 2])],
    ['b', tensor('F32', [], [3])],
  ]);

  it('gives the values', () => {
    const expected = [
      { name: 'b', shape: [] },
      { name: 'a', shape: [2, 1] },
    ];
    expect(matchTensors(expected, tensors)).toEqual(
      new Map([
        ['b', Float32Array.of(3)],
        ['a', Float32Array.of(1, 2)],
      ]),
    );
  });

  it.each([
    ['The model file lacks the tensor "c".', [{ name: 'c', shape: [1] }]],
    [
      'The tensor "a" of the model file has the shape [2, 1] where [1, 2] is needed.',
      [{ name: 'a', shape: [1, 2] }],
    ],
    ['The model file has the unknown tensor "b".', [{ name: 'a', shape: [2, 1] }]],
  ])('refuses: %s', (sentence, expected) => {
    expect(() => matchTensors(expected, tensors)).toThrow(new ModelFileError(sentence));
  });
});
