import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHalf, toHalf } from '../../src/model/halfPrecision.js';
import {
  type ModelContents,
  type ModelTensor,
  matchTensors,
  readModel,
  writeModel,
} from '../../src/model/modelFile.js';
import { dequantize, quantize } from '../../src/model/quantization.js';
import { ModelFileError, type WeightType } from '../../src/model/safetensors.js';
import { assembled, headerOf, sealed } from '../support/modelFiles.js';

function tensor(type: WeightType, shape: number[], values: number[]): ModelTensor {
  return { type, shape, data: Float32Array.from(values) };
}

type Named = [name: string, tensor: ModelTensor];

const small: ModelContents = {
  metadata: { kind: 'arcHybrid', words: ['naïve', '__proto__', '犬'], seed: 7 },
  tensors: new Map([
    ['labels.weight', tensor('I8', [2, 3], [1, -2, 3, 0.5, 0, -0.125])],
    ['encoder.bias', tensor('F16', [3], [0.1, -65504, 1e-7])],
    ['encoder.weight', tensor('F32', [2, 2], [Math.PI, -1e-40, 3e38, 0])],
  ]),
};

/** What a file gives back of a tensor. */
function stored({ type, shape, data }: ModelTensor): ModelTensor {
  if (type === 'F32') return { type, shape, data };
  if (type === 'F16') return { type, shape, data: fromHalf(toHalf(data)) };
  const rows = shape.slice(0, -1).reduce((a, b) => a * b, 1);
  return { type, shape, data: dequantize(quantize(data, rows)) };
}

/** The sentence with which a file is refused; any other error passes. */
function refusal(bytes: Uint8Array): string | undefined {
  try {
    readModel(bytes);
    return undefined;
  } catch (error) {
    if (error instanceof ModelFileError) return error.message;
    throw error;
  }
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
        expect([...tensors].sort(byName)).toEqual(expected.sort(byName));
      }),
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

  it('is refused for every other value of every byte, for every truncation and for a byte too many', () => {
    const file = writeModel(small);
    const accepted: string[] = [];
    const sentences = new Set<string>();
    const tryFile = (bytes: Uint8Array, what: string) => {
      const sentence = refusal(bytes);
      if (sentence === undefined) accepted.push(what);
      else sentences.add(sentence);
    };
    for (let i = 0; i < file.length; i++) {
      tryFile(file.slice(0, i), `cut at ${i}`);
      const changed = file.slice();
      for (let change = 1; change < 256; change++) {
        changed[i] = file[i] ^ change;
        tryFile(changed, `byte ${i} as ${changed[i]}`);
      }
    }
    for (let byte = 0; byte < 256; byte++) tryFile(Uint8Array.of(...file, byte), `${byte} too many`);
    expect(accepted).toEqual([]);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][^\n]*[^.]\.$/);
    expect(refusal(file)).toBeUndefined();
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

describe('a model file from a stranger', () => {
  const place = (shape: unknown, start: unknown, end: unknown, dtype: unknown = 'F32') => ({
    dtype,
    shape,
    data_offsets: [start, end],
  });
  const data = new Uint8Array(8);
  const damaged = (name: string) =>
    `The model file is damaged: its tensor "${name}" does not have a type, a shape and a place.`;

  it('is read when nothing is wrong with it', () => {
    const { tensors } = readModel(assembled(headerOf({ a: place([2], 0, 8), b: place([0, 9], 8, 8) }), data));
    expect([...tensors.keys()]).toEqual(['a', 'b']);
    expect(readModel(assembled(headerOf({})))).toEqual({ metadata: {}, tensors: new Map() });
    expect(readModel(assembled(`${headerOf({})}   `)).tensors.size).toBe(0);
  });

  const cases: [sentence: string, file: Uint8Array][] = [
    ['This is not a model file of arcwise.', new Uint8Array()],
    [
      'This is not a model file of arcwise.',
      new TextEncoder().encode('1\tThe\tthe\tDET\t_\t_\t2\tdet\t_\t_\n\n'),
    ],
    ['This is not a model file of arcwise.', assembled('{"__metadata__":{"format":"pt"}}')],
    [
      'The model file has version "2", and this arcwise reads version "1" only.',
      assembled(headerOf({}).replace('"version":"1"', '"version":"2"')),
    ],
    [
      'The model file is truncated: its header ends at byte 1008, and the file at byte 94.',
      assembled(headerOf({}), undefined, 1000),
    ],
    [
      'The model file is truncated: its header ends at byte 9007199254740996, and the file at byte 94.',
      assembled(headerOf({}), undefined, 2 ** 53 - 4),
    ],
    ['The header of the model file is not JSON.', assembled(headerOf({}).slice(0, -1))],
    [
      'The header of the model file is not JSON.',
      assembled(`${headerOf({}).slice(0, -1)},"a":${'['.repeat(1e5)}${']'.repeat(1e5)}}`),
    ],
    [
      'The header of the model file is not valid UTF-8.',
      assembled(Uint8Array.from([...headerOf({})].map((c) => c.charCodeAt(0)).concat(0xff))),
    ],
    [
      'The header of the model file has a name twice or is not written as it should be.',
      assembled(
        `${headerOf({ a: place([2], 0, 8) }).slice(0, -1)},"a":${JSON.stringify(place([2], 0, 8))}}`,
        data,
      ),
    ],
    [
      'The header of the model file has a name twice or is not written as it should be.',
      assembled(headerOf({}).replace('"model"', '"checksum":"00000000","model"')),
    ],
    [
      'The header of the model file has the forbidden name "__proto__".',
      assembled(headerOf(JSON.parse('{"__proto__":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}')), data),
    ],
    [
      'The header of the model file has no metadata in strings.',
      assembled(headerOf({}).replace('"model":"{}"', '"model":{}')),
    ],
    [
      'The header of the model file has other metadata than format, version, checksum and model.',
      assembled(headerOf({}).replace('"model":"{}"', '"model":"{}","more":"1"')),
    ],
    ['The metadata of the model file is not JSON.', assembled(headerOf({}, '{'))],
    ['The metadata of the model file is not a JSON object.', assembled(headerOf({}, '[]'))],
    [
      'The metadata of the model file has the forbidden name "__proto__".',
      assembled(headerOf({}, '{"a":[{"__proto__":{"b":1}}]}')),
    ],
    [
      'The metadata of the model file has a name twice or is not written as it should be.',
      assembled(headerOf({}, '{"a":1,"a":2}')),
    ],
    [
      'A tensor cannot have the name "toString()".',
      assembled(headerOf({ 'toString()': place([2], 0, 8) }), data),
    ],
    [
      `A tensor cannot have the name "${'é'.repeat(60)}…".`,
      assembled(headerOf({ ['é'.repeat(99)]: place([2], 0, 8) }), data),
    ],
    [damaged('a'), assembled(headerOf({ a: null }), data)],
    [damaged('a'), assembled(headerOf({ a: [1] }), data)],
    [damaged('a'), assembled(headerOf({ a: { ...place([2], 0, 8), more: 1 } }), data)],
    [damaged('a'), assembled(headerOf({ a: { dtype: 'F32', shape: [2], data_offsets: [0, 4, 8] } }), data)],
    [damaged('a'), assembled(headerOf({ a: place([-2], 0, 8) }), data)],
    [damaged('a'), assembled(headerOf({ a: place([2.5], 0, 8) }), data)],
    [damaged('a'), assembled(headerOf({ a: place('2', 0, 8) }), data)],
    [damaged('a'), assembled(headerOf({ a: place([2], -8, 0) }), data)],
    [
      'The tensor "a" of the model file has the type "F64", not F32, F16 or I8.',
      assembled(headerOf({ a: place([1], 0, 8, 'F64') }), data),
    ],
    [
      'The tensor "a" of the model file has the type "constructor", not F32, F16 or I8.',
      assembled(headerOf({ a: place([1], 0, 8, 'constructor') }), data),
    ],
    [
      'The model file is damaged: its tensor "a" of shape [3] has 8 bytes.',
      assembled(headerOf({ a: place([3], 0, 8) }), data),
    ],
    [
      'The model file is damaged: its tensor "a" of shape [2] has -8 bytes.',
      assembled(headerOf({ a: place([2], 8, 0) }), data),
    ],
    [
      `The model file is damaged: its tensor "a" of shape [${Array(8)
        .fill(2 ** 52)
        .join(', ')}] has 0 bytes.`,
      assembled(headerOf({ a: place([...Array(40).fill(2 ** 52), 0], 0, 0) })),
    ],
    [
      'The model file is damaged: its tensor "b" overlaps the tensor before it.',
      assembled(headerOf({ a: place([2], 0, 8), b: place([1], 4, 8) }), data),
    ],
    [
      'The model file is damaged: its tensor "b" leaves a gap before it.',
      assembled(headerOf({ a: place([1], 0, 4), b: place([0], 8, 8) }), data),
    ],
    [
      'The model file is damaged: its tensor "a" leaves a gap before it.',
      assembled(headerOf({ a: place([1], 4, 8) }), data),
    ],
    [
      'The model file is truncated: its tensors take 4000000000000 bytes, and 8 are there.',
      assembled(headerOf({ a: place([1e6, 1e6], 0, 4e12) }), data),
    ],
    [
      'The model file is damaged: it goes on for 4 bytes after its last tensor.',
      assembled(headerOf({ a: place([1], 0, 4) }), data),
    ],
    [
      'The tensor "a" of the model file has no scale for each row.',
      assembled(headerOf({ a: place([8], 0, 8, 'I8') }), data),
    ],
    [
      'The tensor "a" of the model file has no scale for each row.',
      assembled(headerOf({ 'a.scale': place([1], 0, 4), a: place([2, 2], 4, 8, 'I8') }), data),
    ],
  ];
  it.each(cases)('is refused: %s', (sentence, file) => {
    expect(refusal(file)).toBe(sentence);
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

  it('does no harm with any header under a right checksum', () => {
    const size = fc.oneof(fc.nat(16), fc.integer(), fc.double(), fc.constantFrom(2 ** 32, 2 ** 53, -1));
    const entry = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          dtype: fc.constantFrom('F32', 'F16', 'I8', 'U8', '__proto__'),
          shape: fc.array(size, { maxLength: 3 }),
          data_offsets: fc.array(size, { maxLength: 3 }),
        }),
      },
      { weight: 1, arbitrary: fc.jsonValue() },
    );
    const name = fc.constantFrom('a', 'a.scale', 'b', '__proto__', 'constructor', 'toString', '0');
    const entries = fc.array(fc.tuple(name, entry), { maxLength: 3 });
    const model = fc.oneof(fc.constant('{}'), fc.json(), fc.string());
    fc.assert(
      fc.property(entries, model, fc.uint8Array({ maxLength: 16 }), (tensors, metadata, content) => {
        const members = tensors
          .map(([key, value]) => `,${JSON.stringify(key)}:${JSON.stringify(value)}`)
          .join('');
        refusal(assembled(`${headerOf({}, metadata).slice(0, -1)}${members}}`, content));
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { numRuns: 2000 },
    );
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
