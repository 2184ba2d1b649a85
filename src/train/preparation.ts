// What each kind of model needs before it can be trained: its settings read, its vocabulary counted, its weights set to
// where they begin, and the treebanks in numbers.

import type { Sentence } from '../conllu/sentence.js';
import type { ReadOptions } from '../conllu/sentenceParser.js';
import type { EncoderSettings } from '../encoder/encoderSettings.js';
import type { Engine } from '../engine/engine.js';
import { Random } from '../engine/random.js';
import type { Learner } from '../learner/learner.js';
import { type Schema, SettingsError } from '../learner/settings.js';
import type { TrainingSettings } from '../learner/trainingSettings.js';
import type { Model } from '../models/kinds.js';
import { Parser } from '../parser/parser.js';
import { type ParserSettings, parserSettings, readParserSettings } from '../parser/parserSettings.js';
import { Tagger } from '../tagger/tagger.js';
import {
  readTaggerSettings,
  type TagColumn,
  type TaggerSettings,
  taggerSettings,
} from '../tagger/taggerSettings.js';
import type { WordVectors } from '../vectors/vectorTable.js';
import { trainingData } from './data.js';
import type { Corpus } from './team.js';

export interface Treebanks {
  readonly train: readonly Sentence[];
  readonly dev: readonly Sentence[];
  /** By words as vocabularies have them. */
  readonly vectors?: WordVectors;
}

/** Ready to be trained. */
export interface Preparation {
  readonly model: Model & Learner<{ readonly n: number }, unknown>;
  readonly corpus: Corpus<{ readonly n: number }>;
  /** Sentences that are not learned from as they are, and whether they are lifted or left out. */
  readonly nonprojective: number;
  readonly lifted: boolean;
  /** Columns that would be learned if the treebank had anything in them. */
  readonly empty: readonly string[];
}

/** Settings of any kind of model; one that reads no words has no encoder. */
export type AnySettings = TrainingSettings & { readonly encoder?: EncoderSettings };

/** What is demanded of the trees of a treebank. */
export type TreeOptions = Pick<ReadOptions, 'heads' | 'onSeveralRoots'>;

export interface Trainable<Settings extends AnySettings = AnySettings> {
  readonly schema: Schema;
  readSettings(given: unknown): Settings;
  /** Which trees it can learn from, for who reads its treebanks. */
  trees(settings: Settings): TreeOptions;
  prepare(engine: Engine, settings: Settings, treebanks: Treebanks): Preparation;
}

export const parser: Trainable<ParserSettings> = {
  schema: parserSettings,
  readSettings: readParserSettings,
  trees: ({ singleRoot }) => ({
    onSeveralRoots({ message }) {
      if (singleRoot)
        throw new Error(`${message}; the setting singleRoot=false (--single-root false) allows that`);
    },
  }),
  prepare(engine, settings, { train, dev, vectors }) {
    const { sentences, nonprojective } = trainingData(train, settings);
    const lifted = settings.nonprojective === 'lift';
    if (sentences.length === 0) {
      throw new Error('The treebank has only non-projective sentences: --nonprojective lift would use them.');
    }
    const vocabulary = Parser.vocabularyOf(sentences, settings, vectors);
    const model = new Parser(engine, settings, vocabulary);
    begin(model, settings, vectors);
    const items = (list: readonly Sentence[]) => list.map((sentence) => model.itemOf(sentence));
    return { model, corpus: { train: items(sentences), dev: items(dev) }, nonprojective, lifted, empty: [] };
  },
};

export const tagger: Trainable<TaggerSettings> = {
  schema: taggerSettings,
  readSettings: readTaggerSettings,
  trees: () => ({ heads: 'ignored' }),
  prepare(engine, settings, { train, dev, vectors }) {
    const empty = settings.columns.filter((name) => !isFilled(train, name));
    const filled = withoutColumns(settings, empty);
    const vocabulary = Tagger.vocabularyOf(train, filled, vectors);
    const model = new Tagger(engine, filled, vocabulary);
    begin(model, filled, vectors);
    const items = (list: readonly Sentence[]) => list.map((sentence) => model.itemOf(sentence));
    return {
      model,
      corpus: { train: items(train), dev: items(dev) },
      nonprojective: 0,
      lifted: false,
      empty,
    };
  },
};

/** Whether any word of a treebank has something in a column. */
function isFilled(treebank: readonly Sentence[], name: TagColumn): boolean {
  return treebank.some(({ words }) => words.some((word) => word[name] !== '_'));
}

/** The settings of a tagger that leaves columns alone: `_` on every word is no tag, and 100 per cent of it no score. */
function withoutColumns(settings: TaggerSettings, empty: readonly TagColumn[]): TaggerSettings {
  const columns = settings.columns.filter((name) => !empty.includes(name));
  if (columns.every((name) => name === 'lemma')) {
    throw new Error(
      'The treebank has no tags to learn: of UPOS, XPOS and FEATS the columns asked for are empty.',
    );
  }
  if (settings.select !== 'mean' && empty.includes(settings.select)) {
    throw new Error(
      `The best epoch is to be chosen by ${settings.select.toUpperCase()}, but no word of the treebank has it.`,
    );
  }
  return { ...settings, columns };
}

function begin(
  { parameters, encoder }: Parser | Tagger,
  { seed }: TrainingSettings,
  vectors: WordVectors | undefined,
): void {
  if (encoder.vectors && !vectors) {
    const [, size] = encoder.vectors.table.shape;
    throw new SettingsError(
      `The setting "vectorSize" is ${size}, but no word vectors are given (--vectors).`,
    );
  }
  parameters.initialize(new Random(seed));
  if (vectors) encoder.fill(vectors);
}
