// Damages a file in every place: each byte changed, and the file cut off everywhere. A damaged file is to be refused with
// a clear sentence, unless it says the same as before.
import { readModel } from '../src/modelfile/modelFile.js';
import { ModelFileError } from '../src/modelfile/safetensors.js';
import { outcomeOf, type Reader } from './reader.js';

export interface Damages {
  readonly tried: number;
  readonly refused: number;
  /** Read as the whole file is. */
  readonly harmless: number;
  /** What else became of a damaged file. */
  readonly faults: readonly string[];
}

/** Other values for a byte at a place. */
export type OtherValues = (byte: number, at: number) => number[];

/** All. */
export const allValues: OtherValues = (byte) => Array.from({ length: 255 }, (_, at) => (byte + at + 1) & 255);

/** One, in which a bit is another. */
export const oneValue: OtherValues = (byte, at) => [byte ^ (1 << (at & 7))];

/** What becomes of a model file when each byte gets each of some other values, and when it ends anywhere before its end. */
export async function damages(reader: Reader, file: Uint8Array, valuesOf: OtherValues): Promise<Damages> {
  const sound = said(file);
  const faults: string[] = [];
  let [tried, refused, harmless] = [0, 0, 0];
  const attempt = async (damaged: Uint8Array, what: string) => {
    tried++;
    const outcome = await outcomeOf(reader, damaged);
    if (outcome === 'refusal') refused++;
    else if (outcome === 'value' && said(damaged) === sound) harmless++;
    else
      faults.push(`${what}: ${typeof outcome === 'string' ? 'it is read as another' : outcome.description}`);
  };
  const copy = file.slice();
  for (let at = 0; at < file.length; at++) {
    for (const value of valuesOf(file[at], at)) {
      copy[at] = value;
      await attempt(copy, `byte ${at} is ${value}`);
    }
    copy[at] = file[at];
  }
  for (let length = 0; length < file.length; length++) {
    await attempt(file.subarray(0, length), `the file ends at ${length}`);
  }
  return { tried, refused, harmless, faults };
}

/** All that a file says; nothing where it is refused. */
function said(file: Uint8Array): string | undefined {
  try {
    const { metadata, tensors } = readModel(file);
    const values = [...tensors].map(([name, { shape, data }]) => [name, shape, [...data]]);
    return JSON.stringify([metadata, values]);
  } catch (error) {
    if (error instanceof ModelFileError) return undefined;
    throw error;
  }
}
