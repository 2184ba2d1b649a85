// A joint model: tags, lemmas, trees and labels from one pass through one encoder, trained together.
import type { Sentence } from '../conllu/sentence.js';
import { batchOf } from '../encoder/batch.js';
import type { Encoder, Pretrained } from '../encoder/encoder.js';
import { encoderKindOf, encoderOf } from '../encoder/encoders.js';
import { labelHeadsIn, labelHeadsOf } from '../encoder/labelHeads.js';
import type { LabelHead } from '../encoder/vocabulary.js';
import type { Engine } from '../engine/engine.js';
import type { Random } from '../engine/random.js';
import type { Learner, ModelOptions } from '../learner/learner.js';
import { Parameters } from '../nn/parameters.js';
import type { Labeler } from '../parser/labeler.js';
import { treeAccuracy } from '../parser/treeAccuracy.js';
import {
  findTrees,
  labelOutputs,
  learnTrees,
  type PredictedTree,
  type TreeModel,
  treeFinder,
} from '../parser/treeModel.js';
import { goldTreeOf, type Instance } from '../structure/instance.js';
import type { Scorer } from '../structure/scorer.js';
import type { StructuredModel } from '../structure/structuredModel.js';
import { knowledgeOf, TaggerVocabulary, tagOutputs } from '../tagger/taggerVocabulary.js';
import { type GoldTags, TagHead } from '../tagger/tagHead.js';
import { type TagInput, type TagModel, type Tags, tagInputOf } from '../tagger/tagModel.js';
import type { JointSettings } from './jointSettings.js';

export interface JointItem extends Instance, TagInput, GoldTags {}

export interface JointOutput extends PredictedTree {
  readonly tags: Tags;
}

export class Joint implements Learner<JointItem, JointOutput>, TreeModel, TagModel {
  readonly kind = 'joint';
  readonly settings: JointSettings;
  readonly vocabulary: TaggerVocabulary;
  readonly labels: readonly string[];
  readonly labelHeads: readonly LabelHead[];
  readonly parameters: Parameters;
  readonly encoder: Encoder;
  readonly structure: StructuredModel;
  readonly scorer: Scorer;
  readonly labeler: Labeler | undefined;
  readonly tagHead: TagHead;

  constructor(
    engine: Engine,
    settings: JointSettings,
    vocabulary: TaggerVocabulary,
    options: ModelOptions = {},
  ) {
    const { columns, tagHidden: hidden, tagParts, hiddenDropout } = settings;
    this.settings = settings;
    this.vocabulary = vocabulary;
    this.labels = vocabulary.outputs.deprel ?? [];
    this.labelHeads = labelHeadsOf(vocabulary);
    this.parameters = new Parameters(engine, options.name);
    this.encoder = encoderOf(this.parameters, settings.encoder, vocabulary.lexicon);
    const finder = treeFinder(this.parameters, settings, this.encoder.size, this.labelHeads);
    this.structure = finder.structure;
    this.scorer = finder.scorer;
    this.labeler = finder.labeler;
    const tagSettings = { columns, hidden, tagParts, hiddenDropout };
    this.tagHead = new TagHead(this.parameters, tagSettings, this.encoder, vocabulary);
    this.parameters.allocate(options);
  }

  /** The vocabulary of a joint model trained on the sentences. */
  static vocabularyOf(
    sentences: readonly Sentence[],
    settings: JointSettings,
    pretrained?: Pretrained,
  ): TaggerVocabulary {
    const { encoder, columns } = settings;
    const lexicon = encoderKindOf(encoder).lexiconOf(sentences, encoder, pretrained);
    const outputs = { ...labelOutputs(sentences, settings), ...tagOutputs(sentences, columns) };
    const knowledge = knowledgeOf(sentences, columns);
    return new TaggerVocabulary(lexicon, outputs, knowledge, labelHeadsIn(sentences, outputs.deprel));
  }

  itemOf(sentence: Sentence): JointItem {
    return {
      ...tagInputOf(this, sentence.words),
      ...goldTreeOf(sentence, this.vocabulary),
      ...this.tagHead.goldOf(sentence),
    };
  }

  train(items: readonly JointItem[], random: Random): Record<string, number> {
    const { engine } = this.parameters;
    return engine.arena.scope(() => {
      const batch = batchOf(items);
      const { output, backward } = this.encoder.forward(batch, random);
      const trees = learnTrees(engine, this, batch, output, random);
      const tags = this.tagHead.train(batch, output, random);
      const { pointer, size } = trees.gradient;
      if (tags.gradient) engine.kernels.axpy(size, 1, tags.gradient.pointer, pointer);
      backward(trees.gradient);
      return { ...trees.losses, ...tags.losses };
    });
  }

  predict(items: readonly JointItem[]): JointOutput[] {
    return this.parameters.engine.arena.scope(() => {
      const batch = batchOf(items);
      const encoded = this.encoder.encode(batch);
      const tags = this.tagHead.tags(batch, encoded);
      return findTrees(this, batch, encoded).map((tree, s) => ({
        ...tree,
        tags: this.tagHead.withRules(tags[s], items[s].ruled),
      }));
    });
  }

  measure(items: readonly JointItem[], outputs: readonly JointOutput[]): Record<string, number> {
    const tags = outputs.map((output) => output.tags);
    return { ...treeAccuracy(items, outputs), ...this.tagHead.measure(items, tags) };
  }
}
