// Reads the wire format of Protocol Buffers, as far as ONNX needs it: a sequence of fields, each a number or bytes.
//
// This takes a page of code; a library would bring along a schema compiler and writers.
import { WeightsError } from './weightsError.js';

/** A field: its number in the message, and a whole number or the bytes of a string, an array or another message. */
export type Field =
  | { readonly field: number; readonly value: number; readonly bytes?: undefined }
  | { readonly field: number; readonly bytes: Uint8Array; readonly value?: undefined };

const VARINT = 0;
const FIXED_64 = 1;
const BYTES = 2;
const FIXED_32 = 5;

/** The fields of a message, in order. Numbers of fixed width are skipped: no field that arcwise reads has them. */
export function* fieldsOf(message: Uint8Array): Generator<Field> {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at++];
      if (byte === undefined || factor > 2 ** 63) throw new WeightsError('The ONNX file is truncated.');
      // Precision is lost above 2^53. Such numbers are negative ones, which no shape or type has.
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  };
  const skip = (length: number) => {
    at += length;
    if (at > message.length) throw new WeightsError('The ONNX file is truncated.');
  };
  while (at < message.length) {
    const key = varint();
    const field = Math.floor(key / 8);
    const type = key % 8;
    if (type === VARINT) yield { field, value: varint() };
    else if (type === BYTES) {
      const length = varint();
      const start = at;
      skip(length);
      yield { field, bytes: message.subarray(start, at) };
    } else if (type === FIXED_64) skip(8);
    else if (type === FIXED_32) skip(4);
    else throw new WeightsError('The file is not an ONNX file.');
  }
}

/** The numbers of a packed array. */
export function* packedNumbers(bytes: Uint8Array): Generator<number> {
  let value = 0;
  let factor = 1;
  for (const byte of bytes) {
    value += (byte & 0x7f) * factor;
    factor *= 128;
    if (byte >= 0x80) continue;
    yield value;
    value = 0;
    factor = 1;
  }
}
