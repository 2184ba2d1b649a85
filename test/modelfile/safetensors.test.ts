import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readModel } from '../../src/modelfile/modelFile.js';
import { assembled, headerOf, refusal } from '../support/modelFiles.js';

/** What a header says of a tensor. */
const place = (shape: unknown, start: unknown, end: unknown, dtype: unknown = 'F32') => ({
  dtype,
  shape,
  data_offsets: [start, end],
});

/** Files of 8 bytes of data, with these tensors, with this header and with this metadata. */
const data = new Uint8Array(8);
const withTensors = (tensors: Record<string, unknown>) => assembled(headerOf(tensors), data);
const withHeader = (change: (header: string) => string) =>
  assembled(change(headerOf({ a: place([2], 0, 8) })), data);
const withMetadata = (text: string) => assembled(headerOf({ a: place([2], 0, 8) }, text), data);

const refused: Record<string, Uint8Array[]> = {
  'This is not a model file of arcwise.': [
    new Uint8Array(),
    new TextEncoder().encode('1\tThe\tthe\tDET\t_\t_\t2\tdet\t_\t_\n\n'),
    assembled('{"__metadata__":{"format":"pt"},"a":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}}'),
  ],
  'The model file has version "2", and this arcwise reads version "1" only.': [
    withHeader((header) => header.replace('"version":"1"', '"version":"2"')),
  ],
  'The model file has version "1Â\\u009b", and this arcwise reads version "1" only.': [
    withHeader((header) => header.replace('"version":"1"', '"version":"1\x9b"')),
  ],
  'The tensor "a" of the model file has the type nothing, not F32, F16, I8 or U8.': [
    withTensors({ a: { shape: [2], data_offsets: [0, 8] } }),
  ],
  'The model file is truncated: its header ends at byte 1008, and the file at byte 94.': [
    assembled(headerOf({}), undefined, 1000),
  ],
  'The model file is truncated: its header ends at byte 9007199254740996, and the file at byte 94.': [
    assembled(headerOf({}), undefined, 2 ** 53 - 4),
  ],
  'The header of the model file is not valid UTF-8.': [
    assembled(Uint8Array.of(...new TextEncoder().encode(headerOf({})), 0xff)),
  ],
  'The header of the model file is not JSON.': [
    withHeader((header) => header.slice(0, -1)),
    withHeader((header) => header.replace('[2]', '['.repeat(1e5) + ']'.repeat(1e5))),
  ],
  'The header of the model file repeats a name or is not in the form that arcwise writes.': [
    withHeader((header) => header.replace(/("a":.*)}$/, '$1,$1}')),
    withHeader((header) => header.replace('"model"', '"checksum":"00000000","model"')),
    withHeader((header) => header.replace('[2]', '[2 ]')),
    withHeader((header) => header.replace('"a"', '"\\u0061"')),
  ],
  'The header of the model file has the forbidden name "__proto__".': [
    withHeader((header) => header.replace('"a"', '"__proto__"')),
    withHeader((header) => header.replace('[2]', '[{"__proto__":2}]')),
  ],
  'The header of the model file has no string metadata.': [
    withHeader((header) => header.replace('"model":"{}"', '"model":{}')),
  ],
  'The header of the model file has other metadata than format, version, checksum and model.': [
    withHeader((header) => header.replace('"model":"{}"', '"model":"{}","more":"1"')),
    withHeader((header) => header.replace(',"model":"{}"', '')),
  ],
  'The metadata of the model file is not JSON.': [withMetadata('{'), withMetadata('')],
  'The metadata of the model file is not a JSON object.': [withMetadata('[]'), withMetadata('null')],
  'The metadata of the model file has the forbidden name "__proto__".': [
    withMetadata('{"__proto__":{"b":1}}'),
    withMetadata('{"a":[{"__proto__":{"b":1}}]}'),
  ],
  'The metadata of the model file repeats a name or is not in the form that arcwise writes.': [
    withMetadata('{"a":1,"a":2}'),
    withMetadata('{"a":[{"\\u005f_proto__":{"b":1}}]}'),
  ],
  'A tensor cannot have the name "toString()".': [withTensors({ 'toString()': place([2], 0, 8) })],
  [`A tensor cannot have the name "${'é'.repeat(60)}…".`]: [
    withTensors({ ['é'.repeat(99)]: place([2], 0, 8) }),
  ],
  'The model file is damaged: its tensor "a" lacks a type, a shape or a position.': [
    withTensors({ a: null }),
    withTensors({ a: [1] }),
    withTensors({ a: { ...place([2], 0, 8), more: 1 } }),
    withTensors({ a: { dtype: 'F32', shape: [2], data_offsets: [0, 4, 8] } }),
    withTensors({ a: place([-2], 0, 8) }),
    withTensors({ a: place([2.5], 0, 8) }),
    withTensors({ a: place([2 ** 53], 0, 8) }),
    withTensors({ a: place('2', 0, 8) }),
    withTensors({ a: place([2], -8, 0) }),
  ],
  'The tensor "a" of the model file has the type "F64", not F32, F16, I8 or U8.': [
    withTensors({ a: place([1], 0, 8, 'F64') }),
  ],
  'The tensor "a" of the model file has the type "constructor", not F32, F16, I8 or U8.': [
    withTensors({ a: place([1], 0, 8, 'constructor') }),
  ],
  'The model file is damaged: its tensor "a" of shape [3] has 8 bytes.': [
    withTensors({ a: place([3], 0, 8) }),
  ],
  'The model file is damaged: its tensor "a" of shape [2] has -8 bytes.': [
    withTensors({ a: place([2], 8, 0) }),
  ],
  [`The model file is damaged: its tensor "a" of shape [${Array(8)
    .fill(2 ** 52)
    .join(', ')}] has 0 bytes.`]: [withTensors({ a: place([...Array(40).fill(2 ** 52), 0], 0, 0) })],
  'The model file is damaged: its tensor "b" overlaps the tensor before it.': [
    withTensors({ a: place([2], 0, 8), b: place([1], 4, 8) }),
  ],
  'The model file is damaged: its tensor "b" leaves a gap before it.': [
    withTensors({ a: place([1], 0, 4), b: place([0], 8, 8) }),
    withTensors({ b: place([1], 4, 8) }),
  ],
  'The model file is damaged: it has 4 extra bytes after its last tensor.': [
    withTensors({ a: place([1], 0, 4) }),
  ],
  'The model file is truncated: its tensors take 4000000000000 bytes, but it has only 8.': [
    withTensors({ a: place([1e6, 1e6], 0, 4e12) }),
  ],
  'The tensor "a" of the model file has no scale for each row.': [
    withTensors({ a: place([8], 0, 8, 'I8') }),
    withTensors({ 'a.scale': place([1], 0, 4), a: place([2, 2], 4, 8, 'I8') }),
    withTensors({ 'a.scale': place([2], 0, 4, 'F16'), a: place([2, 2], 4, 8, 'I8') }),
  ],
};

describe('a header from a stranger', () => {
  it('is read when nothing is wrong with it', () => {
    const { tensors } = readModel(withTensors({ a: place([2], 0, 8), b: place([0, 9], 8, 8) }));
    expect([...tensors.keys()]).toEqual(['a', 'b']);
    expect(readModel(assembled(headerOf({})))).toEqual({ metadata: {}, tensors: new Map() });
    expect(refusal(withHeader((header) => `${header}   `))).toBeUndefined();
    expect(refusal(withMetadata('{"words":["__proto__",":"]}'))).toBeUndefined();
    expect(
      refusal(withTensors({ 'a.scale': place([1], 0, 4), a: place([1, 4], 4, 8, 'I8') })),
    ).toBeUndefined();
  });

  it.each(Object.entries(refused))('is refused: %s', (sentence, files) => {
    expect(files.map(refusal)).toEqual(files.map(() => sentence));
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
