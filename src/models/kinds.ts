// The kinds of models, and how each is made again from what its file, or another thread, says of it.
import { quoted } from '../conllu/quotation.js';
import type { EncoderSettings } from '../encoder/encoderSettings.js';
import { encoderKindOf } from '../encoder/encoders.js';
import { type LabelHead, type Outputs, Vocabulary } from '../encoder/vocabulary.js';
import type { Engine } from '../engine/engine.js';
import { Joint } from '../joint/joint.js';
import { readJointSettings } from '../joint/jointSettings.js';
import type { ModelOptions } from '../learner/learner.js';
import { SettingsError } from '../learner/settings.js';
import { isRecord, ModelFileError } from '../modelfile/safetensors.js';
import { Parser } from '../parser/parser.js';
import { readParserSettings } from '../parser/parserSettings.js';
import { Alphabet, type AlphabetData } from '../splitter/alphabet.js';
import { Splitter } from '../splitter/splitter.js';
import { readSplitterSettings } from '../splitter/splitterSettings.js';
import { isEditChoice } from '../tagger/editChoice.js';
import { Tagger } from '../tagger/tagger.js';
import { readTaggerSettings, type TaggerSettings } from '../tagger/taggerSettings.js';
import { readWordKnowledge, TaggerVocabulary } from '../tagger/taggerVocabulary.js';

export type Model = Parser | Tagger | Joint | Splitter;

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

/** A model whose weights are still to come. */
export function modelOf(engine: Engine, description: Partial<Description>, options?: ModelOptions): Model {
  const { kind, settings, vocabulary } = description;
  if (typeof kind !== 'string' || !Object.hasOwn(kinds, kind)) {
    throw new ModelFileError(`The file holds no model that arcwise knows, but ${quoted(kind)}.`);
  }
  try {
    return kinds[kind](engine, { kind, settings, vocabulary }, options);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new ModelFileError(`The model file has unsound settings: ${error.message}`);
  }
}

const strings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Fit for a column of a treebank. */
const cells = (value: unknown): value is string[] =>
  strings(value) && value.every((text) => !/[\t\n\r\0]/.test(text));

/** Checks what may come from a file: a vocabulary decides the sizes of tensors, and what is looked up in them. */
function vocabularyOf(given: unknown, settings: EncoderSettings): Vocabulary {
  const data = Object(given) as Record<string, unknown>;
  const lexicon = encoderKindOf(settings).readLexicon(data, settings);
  const { outputs, labelHeads } = data;
  const fits =
    lexicon &&
    isRecord(outputs) &&
    Object.values(outputs).every(cells) &&
    (labelHeads === undefined ||
      (strings(labelHeads) &&
        labelHeads.every((head) => ['root', 'word', 'both'].includes(head)) &&
        labelHeads.length === ((outputs.deprel ?? []) as string[]).length));
  if (!fits) throw unsound();
  return new Vocabulary(lexicon, outputs as Outputs, labelHeads as LabelHead[] | undefined);
}

function taggerVocabularyOf(
  given: unknown,
  { encoder, columns }: Pick<TaggerSettings, 'encoder' | 'columns'>,
): TaggerVocabulary {
  const { lexicon, outputs, labelHeads } = vocabularyOf(given, encoder);
  const knowledge = readWordKnowledge(Object(given));
  const isChosen = (name: string) => Object.hasOwn(outputs, name) && outputs[name].length > 0;
  const fits =
    knowledge &&
    columns.every((name) => isChosen(name) || (name === 'lemma' && knowledge.lemmas !== undefined)) &&
    (outputs.lemma ?? []).every(isEditChoice);
  if (!fits) throw unsound();
  return new TaggerVocabulary(lexicon, outputs, knowledge, labelHeads);
}

function unsound(): ModelFileError {
  return new ModelFileError('The model file has no sound vocabulary.');
}

function alphabetOf(given: unknown): Alphabet {
  const { characters, words, multiword, mirrored = false, patterns = [], blanks = false } = Object(given);
  const fits =
    [characters, words].every((list) => strings(list) && list.length > 0) &&
    Array.isArray(multiword) &&
    multiword.every((rule) => cells(rule) && rule.length > 1) &&
    strings(patterns) &&
    [mirrored, blanks].every((flag) => typeof flag === 'boolean');
  if (!fits) throw new ModelFileError('The model file has no sound alphabet.');
  return new Alphabet(given as AlphabetData);
}
