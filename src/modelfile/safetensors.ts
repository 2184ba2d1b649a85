// The header of a safetensors file: metadata strings, then each tensor's type, shape and position in the data.
// Files are untrusted, so everything is validated before use, and only the form that arcwise writes is accepted: nothing
// repeated, nothing overlapping, nothing unused.
import { counted, quoted } from '../conllu/quotation.js';
import { sizeOf } from '../engine/tensor.js';

/** A model file that is damaged or not one of arcwise’s. */
export class ModelFileError extends Error {
  override readonly name = 'ModelFileError';
}

/** Bytes per value. Wider types come first in the data, so that every tensor is aligned without gaps. */
export const widths = { F32: 4, F16: 2, I8: 1, U8: 1 } as const;
type StorageType = keyof typeof widths;
/** The storage of weights: 32 or 16 bits, or 8 bits with scales. U8 is text. */
export type WeightType = Exclude<StorageType, 'U8'>;

export interface Entry {
  readonly name: string;
  readonly type: StorageType;
  readonly shape: readonly number[];
  /** The range in the data, in bytes. */
  readonly start: number;
  readonly end: number;
}

export interface Header {
  readonly metadata: Record<string, string>;
  /** In the order of the data. */
  readonly entries: readonly Entry[];
}

const NAME = /^[A-Za-z][\w./-]*$/;

export function checkName(name: string): void {
  if (!NAME.test(name)) throw new ModelFileError(`A tensor cannot have the name ${quoted(name)}.`);
}

export function headerText({ metadata, entries }: Header): string {
  const tensors = entries.map(({ name, type, shape, start, end }) => [
    name,
    { dtype: type, shape, data_offsets: [start, end] },
  ]);
  return JSON.stringify({ __metadata__: metadata, ...Object.fromEntries(tensors) });
}

/** Reads a header that is followed by this many bytes of data. */
export function parseHeader(text: string, dataLength: number): Header {
  const header = parseStrictly(text, 'The header of the model file');
  const { __metadata__: metadata, ...tensors } = isRecord(header) ? header : {};
  if (!isRecord(metadata) || !isStrings(metadata)) {
    throw new ModelFileError('The header of the model file has no string metadata.');
  }
  const entries: Entry[] = [];
  let place = 0;
  for (const [name, value] of Object.entries(tensors)) {
    const entry = parseEntry(name, value);
    if (entry.start !== place) {
      const problem = entry.start < place ? 'overlaps the tensor before it' : 'leaves a gap before it';
      throw new ModelFileError(`The model file is damaged: its tensor "${name}" ${problem}.`);
    }
    place = entry.end;
    entries.push(entry);
  }
  if (place > dataLength) {
    throw new ModelFileError(
      `The model file is truncated: its tensors take ${counted(place, 'byte')}, but it has only ${dataLength}.`,
    );
  }
  if (place < dataLength) {
    throw new ModelFileError(
      `The model file is damaged: it has ${counted(dataLength - place, 'extra byte')} after its last tensor.`,
    );
  }
  return { metadata, entries };
}

function parseEntry(name: string, value: unknown): Entry {
  checkName(name);
  const { dtype, shape, data_offsets: offsets, ...rest } = isRecord(value) ? value : {};
  if (!isSizes(shape) || !isSizes(offsets) || offsets.length !== 2 || Object.keys(rest).length > 0) {
    throw new ModelFileError(
      `The model file is damaged: its tensor "${name}" lacks a type, a shape or a position.`,
    );
  }
  if (!isStorageType(dtype)) {
    throw new ModelFileError(
      `The tensor "${name}" of the model file has the type ${quoted(dtype)}, not F32, F16, I8 or U8.`,
    );
  }
  const [start, end] = offsets;
  // An absurd shape multiplies to a number that no place in a file equals.
  if (sizeOf(shape) * widths[dtype] !== end - start) {
    throw new ModelFileError(
      `The model file is damaged: its tensor "${name}" of shape [${shape.slice(0, 8).join(', ')}] has ${counted(end - start, 'byte')}.`,
    );
  }
  return { name, type: dtype, shape, start, end };
}

/** JSON as JSON.stringify writes it, which repeats no name, and without the one name that is dangerous in objects. */
export function parseStrictly(text: string, what: string): unknown {
  let value: unknown;
  let plain: string;
  try {
    value = JSON.parse(text);
    plain = JSON.stringify(value);
  } catch {
    throw new ModelFileError(`${what} is not JSON.`);
  }
  if (plain !== text)
    throw new ModelFileError(`${what} repeats a name or is not in the form that arcwise writes.`);
  if (text.includes('"__proto__":')) throw new ModelFileError(`${what} has the forbidden name "__proto__".`);
  return value;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isStrings(record: Record<string, unknown>): record is Record<string, string> {
  return Object.values(record).every((value) => typeof value === 'string');
}

function isSizes(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((size) => Number.isSafeInteger(size) && size >= 0);
}

function isStorageType(value: unknown): value is StorageType {
  return typeof value === 'string' && Object.hasOwn(widths, value);
}
