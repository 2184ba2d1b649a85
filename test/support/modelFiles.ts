// Model files put together by hand, with a right checksum whatever else is wrong with them.
import { crc32 } from '../../src/modelfile/checksum.js';
import { type ModelContents, type ModelTensor, readModel } from '../../src/modelfile/modelFile.js';
import { ModelFileError, type WeightType } from '../../src/modelfile/safetensors.js';

const encoder = new TextEncoder();

export function tensor(type: WeightType, shape: number[], values: number[]): ModelTensor {
  return { type, shape, data: Float32Array.from(values) };
}

/** A model with something of everything. */
export const small: ModelContents = {
  metadata: { kind: 'arcHybrid', words: ['naïve', '__proto__', '犬'], seed: 7 },
  tensors: new Map([
    ['labels.weight', tensor('I8', [2, 3], [1, -2, 3, 0.5, 0, -0.125])],
    ['encoder.bias', tensor('F16', [3], [0.1, -65504, 1e-7])],
    ['encoder.weight', tensor('F32', [2, 2], [Math.PI, -1e-40, 3e38, 0])],
  ]),
};

/** A file of this header text and data. `length` is what the file says of its header's length. */
export function assembled(header: string | Uint8Array, data = new Uint8Array(), length?: number): Uint8Array {
  const text = typeof header === 'string' ? encoder.encode(header) : header;
  const file = new Uint8Array(8 + text.length + data.length);
  new DataView(file.buffer).setBigUint64(0, BigInt(length ?? text.length), true);
  file.set(text, 8);
  file.set(data, 8 + text.length);
  return sealed(file);
}

/** The file with its checksum put right, in place. */
export function sealed(file: Uint8Array): Uint8Array {
  const place = 8 + '{"__metadata__":{"format":"arcwise","version":"1","checksum":"'.length;
  if (file.length < place + 8) return file;
  const checksum = crc32(file.subarray(place + 8), crc32(file.subarray(0, place)));
  file.set(encoder.encode(checksum.toString(16).padStart(8, '0')), place);
  return file;
}

/** The text of a header with these tensors and this metadata, as JSON or as text that may not be. */
export function headerOf(tensors: Record<string, unknown>, model: unknown = {}): string {
  const metadata = {
    format: 'arcwise',
    version: '1',
    checksum: '00000000',
    model: typeof model === 'string' ? model : JSON.stringify(model),
  };
  return JSON.stringify({ __metadata__: metadata, ...tensors });
}

/** The sentence with which a file is refused, if it is; any other error passes. */
export function refusal(file: Uint8Array): string | undefined {
  try {
    readModel(file);
    return undefined;
  } catch (error) {
    if (error instanceof ModelFileError) return error.message;
    throw error;
  }
}

/**
 * What is done to a file without its being refused in a sentence: every truncation, every byte too many, and at every
 * byte the exclusive or with each of these.
 */
export function acceptedDamages(file: Uint8Array, changes: readonly number[]): string[] {
  const accepted: string[] = [];
  const tryFile = (bytes: Uint8Array, what: string) => {
    const sentence = refusal(bytes);
    if (!/^[A-Z][^\n]*[^.]\.$/.test(sentence ?? '')) accepted.push(`${what}: ${sentence}`);
  };
  for (let i = 0; i < file.length; i++) {
    tryFile(file.slice(0, i), `cut at ${i}`);
    const changed = file.slice();
    for (const change of changes) {
      changed[i] = file[i] ^ change;
      tryFile(changed, `byte ${i} as ${changed[i]}`);
    }
  }
  for (let byte = 0; byte < 256; byte++) tryFile(Uint8Array.of(...file, byte), `${byte} too many`);
  return accepted;
}
