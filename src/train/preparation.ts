// Prepares each kind of model for training: reads settings, counts the vocabulary, initializes the weights, and
// converts the treebanks to numbers.

import type { Sentence } from '../conllu/sentence.js';
import type { ReadOptions } from '../conllu/sentenceParser.js';
import type { Pretrained } from '../encoder/encoder.js';
import type { EncoderSettings } from '../encoder/encoderSettings.js';
import type { Engine } from '../engine/engine.js';
import { Random } from '../engine/random.js';
import { Joint } from '../joint/joint.js';
import { type JointSettings, jointSettings, readJointSettings } from '../joint/jointSettings.js';
import type { Learner } from '../learner/learner.js';
import { type Schema, SettingsError } from '../learner/settings.js';
import type { TrainingSettings } from '../learner/trainingSettings.js';
import type { Model } from '../models/kinds.js';
import { Parser } from '../parser/parser.js';
import { type ParserSettings, parserSettings, readParserSettings } from '../parser/parserSettings.js';
import type { TreeSettings } from '../structure/treeSettings.js';
import { Tagger } from '../tagger/tagger.js';
import { readTaggerSettings, type TaggerSettings, taggerSettings } from '../tagger/taggerSettings.js';
import { type TagColumn, wordsWithLemmas } from '../tagger/taggerVocabulary.js';
import { trainingData } from './data.js';
import type { Corpus } from './team.js';

/** The training data; vectors are keyed by normalized words, as in vocabularies. */
export interface Treebanks extends Pretrained {
  readonly train: readonly Sentence[];
  readonly dev: readonly Sentence[];
  /** The model of the same kind and settings that training goes on from. */
  readonly started?: Model;
}

/** A model and its data, ready for training. */
export interface Preparation {
  readonly model: Model & Learner<{ readonly n: number }, unknown>;
  readonly corpus: Corpus<{ readonly n: number }>;
  /** The number of non-projective sentences, and whether they are lifted or skipped. */
  readonly nonprojective: number;
  readonly lifted: boolean;
  /** Requested columns that are empty in the treebank. */
  readonly empty: readonly string[];
}

/** Settings of any kind of model; a splitter reads no words and has no encoder. */
export type AnySettings = TrainingSettings & { readonly encoder?: EncoderSettings };

/** The requirements on the trees of a treebank. */
export type TreeOptions = Pick<ReadOptions, 'heads' | 'onSeveralRoots'>;

export interface Trainable<Settings extends AnySettings = AnySettings> {
  readonly schema: Schema;
  readSettings(given: unknown): Settings;
  /** Which trees it can learn from, for the code that reads its treebanks. */
  trees(settings: Settings): TreeOptions;
  prepare(engine: Engine, settings: Settings, treebanks: Treebanks): Preparation;
}

export const parser: Trainable<ParserSettings> = {
  schema: parserSettings,
  readSettings: readParserSettings,
  trees: refuseSeveralRoots,
  prepare(engine, settings, treebanks) {
    const { sentences, ...counts } = treesToLearn(treebanks.train, settings);
    const { started } = treebanks;
    const model =
      started instanceof Parser
        ? started
        : new Parser(engine, settings, Parser.vocabularyOf(sentences, settings, treebanks));
    return prepared(model, { ...treebanks, train: sentences }, counts);
  },
};

export const tagger: Trainable<TaggerSettings> = {
  schema: taggerSettings,
  readSettings: readTaggerSettings,
  trees: () => ({ heads: 'ignored' }),
  prepare(engine, settings, treebanks) {
    const { train, started } = treebanks;
    const empty = emptyColumns(train, settings);
    if (started instanceof Tagger) return prepared(adapted(started, train, empty), treebanks);
    const filled = withoutColumns(settings, empty);
    const vocabulary = Tagger.vocabularyOf(train, filled, treebanks);
    return prepared(new Tagger(engine, filled, vocabulary), treebanks, { empty });
  },
};

export const joint: Trainable<JointSettings> = {
  schema: jointSettings,
  readSettings: readJointSettings,
  trees: refuseSeveralRoots,
  prepare(engine, settings, treebanks) {
    const { sentences, ...counts } = treesToLearn(treebanks.train, settings);
    const { started } = treebanks;
    const learned = { ...treebanks, train: sentences };
    const empty = emptyColumns(sentences, settings);
    if (started instanceof Joint) return prepared(adapted(started, sentences, empty), learned, counts);
    const filled = withoutColumns(settings, empty);
    const vocabulary = Joint.vocabularyOf(sentences, filled, treebanks);
    return prepared(new Joint(engine, filled, vocabulary), learned, { ...counts, empty });
  },
};

/** Initializes a model unless it goes on from another, and converts the sentences to its items. */
function prepared(
  model: Parser | Tagger | Joint,
  { train, dev, started, ...pretrained }: Treebanks,
  found: Partial<Preparation> = {},
): Preparation {
  if (model !== started) begin(model, pretrained);
  const items = (list: readonly Sentence[]) => list.map((sentence) => model.itemOf(sentence));
  const corpus = { train: items(train), dev: items(dev) };
  return { model, corpus, nonprojective: 0, lifted: false, empty: [], ...found };
}

/** A started model that knows the lemmas of another treebank too. */
function adapted<M extends Tagger | Joint>(
  model: M,
  train: readonly Sentence[],
  empty: readonly TagColumn[],
): M {
  if (empty.length > 0) {
    const names = empty.map((name) => name.toUpperCase()).join(' or ');
    throw new Error(`No word of the treebank has ${names}, which the model to start from predicts.`);
  }
  const { vocabulary, settings } = model;
  const { lemmas } = vocabulary.knowledge;
  if (lemmas) {
    const more = lemmas.with(wordsWithLemmas(train, settings.columns));
    vocabulary.knowledge = { ...vocabulary.knowledge, lemmas: more };
  }
  return model;
}

/** For models that learn trees. */
function refuseSeveralRoots({ singleRoot }: TreeSettings): TreeOptions {
  return {
    onSeveralRoots({ message }) {
      if (singleRoot)
        throw new Error(`${message}; the setting singleRoot=false (--single-root false) allows that`);
    },
  };
}

function treesToLearn(train: readonly Sentence[], settings: TreeSettings) {
  const { sentences, nonprojective } = trainingData(train, settings);
  if (sentences.length === 0) {
    throw new Error('The treebank has only non-projective sentences: --nonprojective lift would use them.');
  }
  return { sentences, nonprojective, lifted: settings.nonprojective === 'lift' };
}

/** The requested columns in which no word of the treebank has a value. */
function emptyColumns(
  treebank: readonly Sentence[],
  { columns }: Pick<TaggerSettings, 'columns'>,
): TagColumn[] {
  return columns.filter((name) => treebank.every(({ words }) => words.every((word) => word[name] === '_')));
}

/** The settings without empty columns: `_` on every word is not a tag, and 100% accuracy on it is not a score. */
function withoutColumns<S extends TaggerSettings | JointSettings>(
  settings: S,
  empty: readonly TagColumn[],
): S {
  const columns = settings.columns.filter((name) => !empty.includes(name));
  if (columns.every((name) => name === 'lemma')) {
    throw new Error('The treebank has no tags to learn: all requested columns of tags are empty.');
  }
  if (empty.some((name) => name === settings.select)) {
    throw new Error(
      `The best epoch is chosen by ${settings.select.toUpperCase()}, but no word of the treebank has it.`,
    );
  }
  return { ...settings, columns };
}

function begin({ parameters, encoder, settings }: Parser | Tagger | Joint, pretrained: Pretrained): void {
  if (encoder.vectors && !pretrained.vectors) {
    const [, size] = encoder.vectors.table.shape;
    throw new SettingsError(
      `The setting "vectorSize" is ${size}, but no word vectors are given (--vectors).`,
    );
  }
  parameters.initialize(new Random(settings.seed));
  encoder.fill(pretrained);
}
