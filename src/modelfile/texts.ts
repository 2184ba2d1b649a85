// Long texts of the metadata, such as lists of words, are stored among the tensors: as JSON inside of JSON they would be
// most of the time in which a file is read. A text is named by its path, such as parts.tagger.vocabulary.vectors, and
// leaves an empty string where it was.
import { isRecord, ModelFileError } from './safetensors.js';

export interface StoredText {
  readonly name: string;
  /** UTF-8. */
  readonly bytes: Uint8Array;
}

/** Shorter texts stay in the JSON. */
const SHORTEST = 1000;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The metadata without long texts, and these; no text has a name that is taken. */
export function withoutTexts(
  metadata: Record<string, unknown>,
  taken: ReadonlySet<string>,
): { rest: Record<string, unknown>; texts: StoredText[] } {
  const texts: StoredText[] = [];
  const without = (record: Record<string, unknown>, path: string): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(record).map(([key, value]) => {
        const name = path === '' ? key : `${path}.${key}`;
        // Other keys would make a path ambiguous, or invalid as a name.
        if (!/^[A-Za-z]\w*$/.test(key)) return [key, value];
        if (isRecord(value) && Object.getPrototypeOf(value) === Object.prototype) {
          return [key, without(value, name)];
        }
        // UTF-8 cannot store half of a surrogate pair.
        const isMoved =
          typeof value === 'string' &&
          value.length >= SHORTEST &&
          !taken.has(name) &&
          !/\p{Surrogate}/u.test(value);
        if (!isMoved) return [key, value];
        texts.push({ name, bytes: new TextEncoder().encode(value) });
        return [key, ''];
      }),
    );
  return { rest: without(metadata, ''), texts };
}

/** Puts texts back into the metadata. */
export function withTexts(
  metadata: Record<string, unknown>,
  texts: readonly StoredText[],
): Record<string, unknown> {
  for (const { name, bytes } of texts) {
    const keys = name.split('.');
    const key = keys.pop() ?? '';
    const record = keys.reduce<unknown>(
      (outer, inner) => (isRecord(outer) && Object.hasOwn(outer, inner) ? outer[inner] : undefined),
      metadata,
    );
    if (!isRecord(record) || !Object.hasOwn(record, key) || record[key] !== '') {
      throw new ModelFileError(`The model file has the text "${name}", but no place for it.`);
    }
    try {
      record[key] = utf8.decode(bytes);
    } catch {
      throw new ModelFileError(`The text "${name}" of the model file is not valid UTF-8.`);
    }
  }
  return metadata;
}
