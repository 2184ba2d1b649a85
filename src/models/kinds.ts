// The kinds of models, and how to rebuild each from its description in a file or from another thread.
import { quoted } from '../conllu/quotation.js';
import type { EncoderSettings } from '../encoder/encoderSettings.js';
import { encoderKindOf } from '../encoder/encoders.js';
import { Vocabulary } from '../encoder/vocabulary.js';
import type { Engine } from '../engine/engine.js';
import { Joint } from '../joint/joint.js';
import { readJointSettings } from '../joint/jointSettings.js';
import { fits } from '../learner/jsonSchema.js';
import type { ModelOptions } from '../learner/learner.js';
import { SettingsError } from '../learner/settings.js';
import { ModelFileError } from '../modelfile/safetensors.js';
import { Parser } from '../parser/parser.js';
import { readParserSettings } from '../parser/parserSettings.js';
import { Alphabet, type AlphabetData } from '../splitter/alphabet.js';
import { Splitter } from '../splitter/splitter.js';
import { readSplitterSettings } from '../splitter/splitterSettings.js';
import { isEditChoice } from '../tagger/editChoice.js';
import { readLemmaRule } from '../tagger/lemmaRule.js';
import { Tagger } from '../tagger/tagger.js';
import { readTaggerSettings, type TaggerSettings } from '../tagger/taggerSettings.js';
import { readWordKnowledge, TaggerVocabulary } from '../tagger/taggerVocabulary.js';

export type Model = Parser | Tagger | Joint | Splitter;

/** A model without its weights, as JSON. */
export interface Description {
  readonly kind: string;
  readonly settings: unknown;
  readonly vocabulary: unknown;
}

export function descriptionOf({ kind, settings, vocabulary }: Model): Description {
  return { kind, settings, vocabulary: vocabulary.data };
}

const kinds: Record<string, (engine: Engine, description: Description, options?: ModelOptions) => Model> = {
  parser: (engine, { settings, vocabulary }, options) => {
    const read = readParserSettings(settings);
    return new Parser(engine, read, vocabularyOf(vocabulary, read.encoder), options);
  },
  tagger: (engine, { settings, vocabulary }, options) => {
    const read = readTaggerSettings(settings);
    return new Tagger(engine, read, taggerVocabularyOf(vocabulary, read), options);
  },
  joint: (engine, { settings, vocabulary }, options) => {
    const read = readJointSettings(settings);
    return new Joint(engine, read, taggerVocabularyOf(vocabulary, read), options);
  },
  splitter: (engine, { settings, vocabulary }, options) =>
    new Splitter(engine, readSplitterSettings(settings), alphabetOf(vocabulary), options),
};

/** Builds a model without weights. */
export function modelOf(engine: Engine, description: Partial<Description>, options?: ModelOptions): Model {
  const { kind, settings, vocabulary } = description;
  if (typeof kind !== 'string' || !Object.hasOwn(kinds, kind)) {
    throw new ModelFileError(`The file holds a model of an unknown kind: ${quoted(kind)}.`);
  }
  try {
    return kinds[kind](engine, { kind, settings, vocabulary }, options);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new ModelFileError(`The model file has invalid settings: ${error.message}`);
  }
}

const strings = { type: 'array', items: { type: 'string' } } as const;
/** Values that can be written in a column of a treebank. */
const cells = { type: 'array', items: { type: 'string', pattern: '^[^\\t\\n\\r\\0]*$' } } as const;

const vocabularySchema = {
  type: 'object',
  properties: {
    outputs: { type: 'object', additionalProperties: cells },
    labelHeads: { type: 'array', items: { enum: ['root', 'word', 'both'] } },
  },
  required: ['outputs'],
} as const;

const alphabetSchema = {
  type: 'object',
  properties: {
    characters: { ...strings, minItems: 1 },
    words: { ...strings, minItems: 1 },
    multiword: { type: 'array', items: { ...cells, minItems: 2 } },
    mirrored: { type: 'boolean' },
    patterns: strings,
    blanks: { type: 'boolean' },
  },
  required: ['characters', 'words', 'multiword'],
} as const;

/** Checks a vocabulary, which may come from a file: it determines the sizes of tensors and the lookups in them. */
function vocabularyOf(given: unknown, settings: EncoderSettings): Vocabulary {
  const lexicon = encoderKindOf(settings).readLexicon(Object(given), settings);
  if (!lexicon || !fits(vocabularySchema, given)) throw invalidVocabulary();
  const { outputs, labelHeads } = given;
  if (labelHeads && labelHeads.length !== (outputs.deprel ?? []).length) throw invalidVocabulary();
  return new Vocabulary(lexicon, outputs, labelHeads);
}

function taggerVocabularyOf(
  given: unknown,
  { encoder, columns }: Pick<TaggerSettings, 'encoder' | 'columns'>,
): TaggerVocabulary {
  const { lexicon, outputs, labelHeads } = vocabularyOf(given, encoder);
  const knowledge = readWordKnowledge(Object(given));
  const isChosen = (name: string) => Object.hasOwn(outputs, name) && outputs[name].length > 0;
  const isValid =
    knowledge &&
    columns.every((name) => isChosen(name) || (name === 'lemma' && knowledge.lemmas !== undefined)) &&
    (outputs.lemma ?? []).every(knowledge.lemmas ? readLemmaRule : isEditChoice);
  if (!isValid) throw invalidVocabulary();
  return new TaggerVocabulary(lexicon, outputs, knowledge, labelHeads);
}

function invalidVocabulary(): ModelFileError {
  return new ModelFileError('The model file has no valid vocabulary.');
}

function alphabetOf(given: unknown): Alphabet {
  if (!fits(alphabetSchema, given)) throw new ModelFileError('The model file has no valid alphabet.');
  return new Alphabet(given as AlphabetData);
}
