// Reads the weights of any safetensors file: tensors in any order, with gaps, and of types that arcwise skips.
import { sizeOf } from '../engine/tensor.js';
import { fromHalf } from '../modelfile/halfPrecision.js';
import { isRecord } from '../modelfile/safetensors.js';
import { type PlainTensor, WeightsError } from './weightsError.js';

const LENGTH_BYTES = 8;

/** The readers of the types that weights have; BF16 is the upper half of a 32-bit float. */
const readers: Record<string, { width: number; read: (buffer: ArrayBuffer) => Float32Array }> = {
  F32: { width: 4, read: (buffer) => new Float32Array(buffer) },
  F16: { width: 2, read: (buffer) => fromHalf(new Uint16Array(buffer)) },
  BF16: {
    width: 2,
    read: (buffer) =>
      new Float32Array(Uint32Array.from(new Uint16Array(buffer), (half) => half << 16).buffer),
  },
};

/** All tensors of floats; those of other types, such as position numbers, are left out. */
export function readSafetensorsWeights(bytes: Uint8Array): Map<string, PlainTensor> {
  const { header, data } = takeApart(bytes);
  const tensors = new Map<string, PlainTensor>();
  for (const [name, entry] of Object.entries(header)) {
    if (name === '__metadata__') continue;
    const { dtype, shape, data_offsets: place } = isRecord(entry) ? entry : {};
    if (typeof dtype !== 'string' || !isSizes(shape) || !isSizes(place) || place.length !== 2) {
      throw new WeightsError(
        `The safetensors file is damaged: its tensor "${name}" has no type, shape and place.`,
      );
    }
    if (!Object.hasOwn(readers, dtype)) continue;
    const { width, read } = readers[dtype];
    const [start, end] = place;
    if (end > data.length || end - start !== width * sizeOf(shape)) {
      throw new WeightsError(`The safetensors file is damaged or truncated at its tensor "${name}".`);
    }
    tensors.set(name, { shape, data: read(new Uint8Array(data.subarray(start, end)).buffer) });
  }
  return tensors;
}

function takeApart(bytes: Uint8Array): { header: Record<string, unknown>; data: Uint8Array } {
  const problem = 'The file is not a whole safetensors file.';
  if (bytes.length < LENGTH_BYTES) throw new WeightsError(problem);
  const view = new DataView(bytes.buffer, bytes.byteOffset, LENGTH_BYTES);
  const start = LENGTH_BYTES + view.getUint32(0, true) + 2 ** 32 * view.getUint32(4, true);
  if (start > bytes.length) throw new WeightsError(problem);
  try {
    const header: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(LENGTH_BYTES, start)),
    );
    if (isRecord(header)) return { header, data: bytes.subarray(start) };
  } catch {
    // Reported below.
  }
  throw new WeightsError(problem);
}

function isSizes(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((size) => Number.isSafeInteger(size) && size >= 0);
}
