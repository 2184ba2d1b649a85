// The parser: an encoder, a scorer and a labeler that share one set of parameters.
import type { Sentence } from '../conllu/sentence.js';
import { batchOf } from '../encoder/batch.js';
import type { Encoder, Pretrained } from '../encoder/encoder.js';
import { encoderKindOf, encoderOf } from '../encoder/encoders.js';
import { labelHeadsIn, labelHeadsOf } from '../encoder/labelHeads.js';
import { type LabelHead, Vocabulary } from '../encoder/vocabulary.js';
import type { Engine } from '../engine/engine.js';
import type { Random } from '../engine/random.js';
import type { Learner, ModelOptions } from '../learner/learner.js';
import { Parameters } from '../nn/parameters.js';
import { goldTreeOf, type Instance } from '../structure/instance.js';
import type { Scorer } from '../structure/scorer.js';
import type { StructuredModel } from '../structure/structuredModel.js';
import type { Labeler } from './labeler.js';
import type { ParserSettings } from './parserSettings.js';
import { type TreeAccuracy, treeAccuracy } from './treeAccuracy.js';
import {
  findTrees,
  labelOutputs,
  learnTrees,
  type PredictedTree,
  type TreeModel,
  treeFinder,
} from './treeModel.js';

export class Parser implements Learner<Instance, PredictedTree>, TreeModel {
  readonly kind = 'parser';
  readonly settings: ParserSettings;
  readonly vocabulary: Vocabulary;
  readonly labels: readonly string[];
  /** The heads that each label allows. */
  readonly labelHeads: readonly LabelHead[];
  readonly parameters: Parameters;
  readonly encoder: Encoder;
  readonly structure: StructuredModel;
  readonly scorer: Scorer;
  readonly labeler: Labeler | undefined;

  constructor(engine: Engine, settings: ParserSettings, vocabulary: Vocabulary, options: ModelOptions = {}) {
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
    this.parameters.allocate(options);
  }

  /** The vocabulary of a parser trained on the sentences. */
  static vocabularyOf(
    sentences: readonly Sentence[],
    settings: ParserSettings,
    pretrained?: Pretrained,
  ): Vocabulary {
    const { encoder } = settings;
    const lexicon = encoderKindOf(encoder).lexiconOf(sentences, encoder, pretrained);
    const outputs = labelOutputs(sentences, settings);
    return new Vocabulary(lexicon, outputs, labelHeadsIn(sentences, outputs.deprel));
  }

  get pairCost(): number {
    return this.scorer.pairCost;
  }

  itemOf(sentence: Sentence): Instance {
    return { ...this.encoder.inputOf(sentence.words), ...goldTreeOf(sentence, this.vocabulary) };
  }

  train(instances: readonly Instance[], random: Random): Record<'loss' | 'labelLoss', number> {
    const { engine } = this.parameters;
    return engine.arena.scope(() => {
      const batch = batchOf(instances);
      const { output, backward } = this.encoder.forward(batch, random);
      const { losses, gradient } = learnTrees(engine, this, batch, output, random);
      backward(gradient);
      return losses;
    });
  }

  predict(instances: readonly Instance[]): PredictedTree[] {
    return this.parameters.engine.arena.scope(() => {
      const batch = batchOf(instances);
      return findTrees(this, batch, this.encoder.encode(batch));
    });
  }

  measure(instances: readonly Instance[], trees: readonly PredictedTree[]): TreeAccuracy {
    return treeAccuracy(instances, trees);
  }
}
