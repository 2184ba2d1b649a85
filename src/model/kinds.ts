// The kinds of models, and how each is made again from what its file, or another thread, says of it.
import type { Engine } from '../engine/engine.js';
import { Alphabet, type AlphabetData } from './alphabet.js';
import type { ModelOptions } from './learner.js';
import { Parser } from './parser.js';
import { readParserSettings } from './parserSettings.js';
import { ModelFileError } from './safetensors.js';
import { Splitter } from './splitter.js';
import { readSplitterSettings } from './splitterSettings.js';
import { Tagger } from './tagger.js';
import { readTaggerSettings } from './taggerSettings.js';
import { Vocabulary, type VocabularyData } from './vocabulary.js';

export type Model = Parser | Tagger | Splitter;

/** All of a model but its weights, as JSON has it. */
export interface Description {
  readonly kind: string;
  readonly settings: unknown;
  readonly vocabulary: unknown;
}

export function descriptionOf({ kind, settings, vocabulary }: Model): Description {
  return { kind, settings, vocabulary: vocabulary.data };
}

const kinds: Record<string, (engine: Engine, description: Description, options?: ModelOptions) => Model> = {
  parser: (engine, { settings, vocabulary }, options) =>
    new Parser(engine, readParserSettings(settings), vocabularyOf(vocabulary), options),
  tagger: (engine, { settings, vocabulary }, options) => {
    const read = readTaggerSettings(settings);
    return new Tagger(engine, read, vocabularyOf(vocabulary, read.columns), options);
  },
  splitter: (engine, { settings, vocabulary }, options) =>
    new Splitter(engine, readSplitterSettings(settings), alphabetOf(vocabulary), options),
};

/** A model whose weights are still to come. */
export function modelOf(engine: Engine, description: Description, options?: ModelOptions): Model {
  if (!Object.hasOwn(kinds, description.kind)) {
    throw new ModelFileError(`The file holds no model that arcwise knows, but "${description.kind}".`);
  }
  return kinds[description.kind](engine, description, options);
}

const strings = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Checks what may come from a file: a vocabulary decides the sizes of tensors. */
function vocabularyOf(given: unknown, columns: readonly string[] = []): Vocabulary {
  const data = Object(given) as Record<string, unknown>;
  const { words, counts, vectors, characters, upos, xpos } = data;
  const outputs = Object(data.outputs) as Record<string, unknown>;
  const fits =
    [words, vectors, characters, upos, xpos, ...Object.values(outputs)].every(strings) &&
    columns.every((name) => Object.hasOwn(outputs, name)) &&
    Array.isArray(counts) &&
    counts.every((count) => Number.isInteger(count) && count >= 0) &&
    counts.length === (words as string[]).length;
  if (!fits) throw new ModelFileError('The model file has no sound vocabulary.');
  return new Vocabulary(data as unknown as VocabularyData);
}

function alphabetOf(given: unknown): Alphabet {
  const { characters, words, multiword } = Object(given) as Record<string, unknown>;
  const fits =
    [characters, words].every((list) => strings(list) && (list as string[]).length > 0) &&
    Array.isArray(multiword) &&
    multiword.every((rule) => strings(rule) && rule.length > 1);
  if (!fits) throw new ModelFileError('The model file has no sound alphabet.');
  return new Alphabet(given as AlphabetData);
}
