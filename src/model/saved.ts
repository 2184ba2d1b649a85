// A parser as a model file, and back.
import type { Engine } from '../engine/engine.js';
import { type ModelTensor, matchTensors, readModel, writeModel } from './modelFile.js';
import { Parser } from './parser.js';
import { ModelFileError, type WeightType } from './safetensors.js';
import { readSettings } from './settings.js';
import { Vocabulary, type VocabularyData } from './vocabulary.js';

/** What a model's file says about it to people. */
export type Card = Record<string, unknown>;

export interface SavedParser {
  readonly parser: Parser;
  readonly card: Card;
}

/** The model file of a parser; fewer bits a weight make it smaller, at some loss. */
export function saveParser(
  { settings, vocabulary, parameters }: Parser,
  card: Card,
  type: WeightType = 'F32',
): Uint8Array {
  const tensors = new Map(
    parameters.all.map(({ name, shape, value }): [string, ModelTensor] => [
      name,
      // Vectors of one row, such as biases, are too few to be worth rounding.
      { shape, data: value.data, type: shape.length > 1 ? type : 'F32' },
    ]),
  );
  return writeModel({ metadata: { kind: 'parser', settings, vocabulary: vocabulary.data, card }, tensors });
}

/** The parser of a model file, ready to parse; a name tells the parsers of one engine apart. */
export function loadParser(engine: Engine, bytes: Uint8Array, name?: string): SavedParser {
  const { metadata, tensors } = readModel(bytes);
  if (metadata.kind !== 'parser')
    throw new ModelFileError(`The file holds no parser but "${String(metadata.kind)}".`);
  const settings = readSettings(metadata.settings);
  const parser = new Parser(engine, settings, new Vocabulary(vocabularyData(metadata.vocabulary)), {
    gradients: false,
    name,
  });
  const expected = parser.parameters.all.map(({ name, shape }) => ({ name, shape }));
  parser.parameters.restore(matchTensors(expected, tensors));
  return { parser, card: (metadata.card ?? {}) as Card };
}

/** Checks what comes from a file: a vocabulary decides the sizes of tensors. */
function vocabularyData(given: unknown): VocabularyData {
  const data = (given ?? {}) as Record<string, unknown>;
  const strings = (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === 'string');
  const { words, counts, tags, labels } = data;
  const fits =
    [words, tags, labels].every(strings) &&
    Array.isArray(counts) &&
    counts.every((count) => Number.isInteger(count) && count >= 0) &&
    counts.length === (words as string[]).length;
  if (!fits) throw new ModelFileError('The model file has no sound vocabulary.');
  return data as unknown as VocabularyData;
}
