// The model file: metadata and weights in one safetensors file with a checksum. Weights may be stored in fewer bits; those
// in 8 bits become floats only where they are needed as such. Long texts of the metadata are stored like weights.
import { quoted } from '../conllu/quotation.js';
import { dequantize, type Quantized, quantize } from '../engine/quantization.js';
import { sizeOf } from '../engine/tensor.js';
import { crc32 } from './checksum.js';
import { fromHalf, toHalf } from './halfPrecision.js';
import {
  checkName,
  type Entry,
  type Header,
  headerText,
  isRecord,
  ModelFileError,
  parseHeader,
  parseStrictly,
  type WeightType,
  widths,
} from './safetensors.js';
import { withoutTexts, withTexts } from './texts.js';

export interface ModelTensor {
  readonly shape: readonly number[];
  readonly data: Float32Array;
  /** The storage type: I8 has one scale per row, along the last dimension. */
  readonly type: WeightType;
  /** The stored integers and scales, if read from a file that has them. */
  readonly quantized?: Quantized;
}

export interface ModelContents {
  /** Any JSON. */
  readonly metadata: Record<string, unknown>;
  readonly tensors: ReadonlyMap<string, ModelTensor>;
}

const VERSION = '1';
/** The first bytes after the header's length, in every version. */
const OPENING = '{"__metadata__":{"format":"arcwise","version":"';
/** The text before the checksum. */
const BEFORE_CHECKSUM = `${OPENING}${VERSION}","checksum":"`;
const LENGTH_BYTES = 8;
const CHECKSUM_START = LENGTH_BYTES + BEFORE_CHECKSUM.length;
const CHECKSUM_END = CHECKSUM_START + 8;
const ALIGNMENT = 64;

const SPACE = 0x20;

const ascii = new TextDecoder('latin1');
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function writeModel({ metadata, tensors }: ModelContents): Uint8Array {
  return assembled(metadata, storedTensors(tensors));
}

/** The file of this metadata and these tensors. */
function assembled(metadata: Record<string, unknown>, tensors: readonly StoredTensor[]): Uint8Array {
  const { rest, texts } = withoutTexts(metadata, new Set(tensors.map(({ name }) => name)));
  const stored = [
    ...tensors,
    ...texts.map(({ name, bytes }): StoredTensor => ({ name, type: 'U8', shape: [bytes.length], bytes })),
  ];
  let end = 0;
  const entries = stored.map(({ name, type, shape, bytes }): Entry => {
    const start = end;
    end += bytes.length;
    return { name, type, shape, start, end };
  });
  const model = JSON.stringify(rest);
  parseMetadata(model);
  const text = headerText({
    metadata: { format: 'arcwise', version: VERSION, checksum: '0'.repeat(8), model },
    entries,
  });
  const header = new TextEncoder().encode(text);
  const dataStart = Math.ceil((LENGTH_BYTES + header.length) / ALIGNMENT) * ALIGNMENT;
  const file = new Uint8Array(dataStart + end);
  new DataView(file.buffer).setUint32(0, dataStart - LENGTH_BYTES, true);
  file.set(header, LENGTH_BYTES);
  file.fill(SPACE, LENGTH_BYTES + header.length, dataStart);
  for (const [at, { bytes }] of stored.entries()) file.set(bytes, dataStart + entries[at].start);
  file.set(new TextEncoder().encode(checksumOf(file)), CHECKSUM_START);
  return file;
}

/** A file with the same weights and other metadata. */
export function withMetadata(bytes: Uint8Array, metadata: Record<string, unknown>): Uint8Array {
  const { header, data } = takeApart(bytes);
  const weights = header.entries.filter(({ type }) => type !== 'U8');
  return assembled(
    metadata,
    weights.map(({ start, end, ...entry }) => ({ ...entry, bytes: data.subarray(start, end) })),
  );
}

export function readModel(bytes: Uint8Array): ModelContents {
  const { header, data } = takeApart(bytes);
  const metadata = metadataOf(header, data);
  const entries = new Map(header.entries.map((entry) => [entry.name, entry]));
  // The weights stay where they are in the file, unless the given bytes are not aligned as a file is.
  const aligned = data.byteOffset % widths.F32 === 0 ? data : data.slice();
  const contentOf = <Values>(
    { type, start, end }: Entry,
    values: new (buffer: ArrayBufferLike, start: number, length: number) => Values,
  ) => new values(aligned.buffer, aligned.byteOffset + start, (end - start) / widths[type]);
  const tensors = new Map<string, ModelTensor>();
  const scaleNames: string[] = [];
  for (const entry of header.entries) {
    const { name, type, shape } = entry;
    if (type === 'U8') continue;
    if (type === 'F32') {
      tensors.set(name, { shape, type, data: contentOf(entry, Float32Array) });
    } else if (type === 'F16') {
      tensors.set(name, { shape, type, data: fromHalf(contentOf(entry, Uint16Array)) });
    } else {
      const scale = entries.get(scaleNameOf(name));
      if (scale?.type !== 'F32' || String(scale.shape) !== String(shape.slice(0, -1))) {
        throw new ModelFileError(`The tensor "${name}" of the model file has no scale for each row.`);
      }
      scaleNames.push(scale.name);
      const quantized = {
        integers: contentOf(entry, Int8Array),
        scales: contentOf(scale, Float32Array),
      };
      tensors.set(name, {
        shape,
        type,
        quantized,
        get data() {
          return dequantize(quantized);
        },
      });
    }
  }
  for (const name of scaleNames) tensors.delete(name);
  return { metadata, tensors };
}

/** The metadata of a file whose checksum is right. */
export function readMetadata(bytes: Uint8Array): Record<string, unknown> {
  const { header, data } = takeApart(bytes);
  return metadataOf(header, data);
}

/** The whole metadata, with the texts that are among the tensors. */
function metadataOf({ metadata, entries }: Header, data: Uint8Array): Record<string, unknown> {
  const texts = entries.filter(({ type }) => type === 'U8');
  return withTexts(
    parseMetadata(metadata.model),
    texts.map(({ name, start, end }) => ({ name, bytes: data.subarray(start, end) })),
  );
}

/** The values by name, as stored; throws unless they are exactly the expected tensors in the expected shapes. */
export function matchTensors(
  expected: Iterable<{ readonly name: string; readonly shape: readonly number[] }>,
  tensors: ReadonlyMap<string, ModelTensor>,
): Map<string, Float32Array | Quantized> {
  const values = new Map<string, Float32Array | Quantized>();
  for (const { name, shape } of expected) {
    const tensor = tensors.get(name);
    if (!tensor) throw new ModelFileError(`The model file lacks the tensor "${name}".`);
    if (String(tensor.shape) !== String(shape)) {
      throw new ModelFileError(
        `The tensor "${name}" of the model file has the shape [${tensor.shape.join(', ')}] where [${shape.join(', ')}] is needed.`,
      );
    }
    const stored = tensor.quantized ?? tensor.data;
    if (!hasFinite(stored)) {
      throw new ModelFileError(
        `The tensor "${name}" of the model file has a value that is not a finite number.`,
      );
    }
    values.set(name, stored);
  }
  for (const name of tensors.keys()) {
    if (!values.has(name)) throw new ModelFileError(`The model file has the unknown tensor "${name}".`);
  }
  return values;
}

function hasFinite(values: Float32Array | Quantized): boolean {
  if (values instanceof Float32Array) return values.every(Number.isFinite);
  // The largest weight of a row could overflow, even if its scale does not.
  return values.scales.every((scale) => Number.isFinite(Math.fround(128 * scale)));
}

function parseMetadata(text: string): Record<string, unknown> {
  const metadata = parseStrictly(text, 'The metadata of the model file');
  if (!isRecord(metadata)) throw new ModelFileError('The metadata of the model file is not a JSON object.');
  return metadata;
}

type StoredTensor = Pick<Entry, 'name' | 'type' | 'shape'> & { readonly bytes: Uint8Array };

/** The tensors as stored in the file, including scales. */
function storedTensors(tensors: ReadonlyMap<string, ModelTensor>): StoredTensor[] {
  const stored: StoredTensor[] = [];
  for (const [name, { type, shape, data }] of tensors) {
    checkName(name);
    if (sizeOf(shape) !== data.length) {
      throw new ModelFileError(
        `The tensor "${name}" of shape [${shape.join(', ')}] has ${data.length} values.`,
      );
    }
    if (type === 'F32') {
      stored.push({ name, type, shape, bytes: bytesOf(data) });
    } else if (type === 'F16') {
      stored.push({ name, type, shape, bytes: bytesOf(toHalf(data)) });
    } else {
      if (!data.every(Number.isFinite)) {
        throw new ModelFileError(
          `The tensor "${name}" has a value that is not finite, so I8 cannot hold it.`,
        );
      }
      const scaleName = scaleNameOf(name);
      if (tensors.has(scaleName)) throw new ModelFileError(`There are two tensors named "${scaleName}".`);
      const rows = shape.slice(0, -1);
      const { integers, scales } = quantize(data, sizeOf(rows));
      stored.push({ name, type, shape, bytes: bytesOf(integers) });
      stored.push({ name: scaleName, type: 'F32', shape: rows, bytes: bytesOf(scales) });
    }
  }
  // Sorted by name within a type, so that the same model has the same bytes.
  return stored.sort((a, b) => widths[b.type] - widths[a.type] || (a.name < b.name ? -1 : 1));
}

function scaleNameOf(name: string): string {
  return `${name}.scale`;
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** The header and data of a file; throws if it is truncated or altered. */
function takeApart(bytes: Uint8Array): { header: Header; data: Uint8Array } {
  const beginning = ascii.decode(bytes.subarray(LENGTH_BYTES, CHECKSUM_END));
  if (!beginning.startsWith(OPENING)) throw new ModelFileError('This is not a model file of arcwise.');
  const [version] = beginning.slice(OPENING.length).split('"');
  if (version !== VERSION) {
    throw new ModelFileError(
      `The model file has version ${quoted(version)}, and this arcwise reads version "${VERSION}" only.`,
    );
  }
  const dataStart = LENGTH_BYTES + headerLengthOf(bytes);
  if (dataStart > bytes.length) {
    throw new ModelFileError(
      `The model file is truncated: its header ends at byte ${dataStart}, and the file at byte ${bytes.length}.`,
    );
  }
  const data = bytes.subarray(dataStart);
  const header = parseHeader(textOf(bytes.subarray(LENGTH_BYTES, dataStart)), data.length);
  // Only in this order is the checksum where checksumOf expects it.
  if (Object.keys(header.metadata).join() !== 'format,version,checksum,model') {
    throw new ModelFileError(
      'The header of the model file has other metadata than format, version, checksum and model.',
    );
  }
  if (checksumOf(bytes) !== header.metadata.checksum) {
    throw new ModelFileError('The model file was altered after it was written: its checksum is wrong.');
  }
  return { header, data };
}

function headerLengthOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, LENGTH_BYTES);
  return view.getUint32(0, true) + 2 ** 32 * view.getUint32(4, true);
}

/** The header without its alignment padding. */
function textOf(header: Uint8Array): string {
  let end = header.length;
  while (end > 0 && header[end - 1] === SPACE) end--;
  try {
    return utf8.decode(header.subarray(0, end));
  } catch {
    throw new ModelFileError('The header of the model file is not valid UTF-8.');
  }
}

/** The checksum of all bytes except its own, in hexadecimal. */
function checksumOf(file: Uint8Array): string {
  const checksum = crc32(file.subarray(CHECKSUM_END), crc32(file.subarray(0, CHECKSUM_START)));
  return checksum.toString(16).padStart(8, '0');
}
