// The data of a tokenizer in a model file.
import { isRecord } from '../modelfile/safetensors.js';

/** What a model file keeps of a tokenizer: the JSON of `tokenizer.json` without what arcwise does not use. */
export type SubwordsData = Readonly<Record<string, unknown>>;

/** The data as a model file has them: a table of pieces that are numbered without gaps is one text, half as long. */
export function packedSubwords(data: SubwordsData): SubwordsData {
  const { model } = data;
  if (!isRecord(model) || !isRecord(model.vocab)) return data;
  const pieces = Object.entries(model.vocab).sort(([, a], [, b]) => Number(a) - Number(b));
  const isPlain = pieces.every(
    ([piece, number], at) => number === at && piece !== '' && !piece.includes(' '),
  );
  if (!isPlain) return data;
  return { ...data, model: { ...model, vocab: pieces.map(([piece]) => piece).join(' ') } };
}

/** The data of a tokenizer from those of a model file. */
export function unpackedSubwords(data: SubwordsData): SubwordsData {
  const { model } = data;
  if (!isRecord(model) || typeof model.vocab !== 'string') return data;
  const vocab = Object.fromEntries(model.vocab.split(' ').map((piece, number) => [piece, number]));
  return { ...data, model: { ...model, vocab } };
}
