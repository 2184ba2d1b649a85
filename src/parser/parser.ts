// A parser: encoder, scorer and labeler on one set of parameters.
import type { Sentence } from '../conllu/sentence.js';
import { batchOf } from '../encoder/batch.js';
import type { Encoder, Pretrained } from '../encoder/encoder.js';
import { encoderKindOf, encoderOf } from '../encoder/encoders.js';
import { countOf, type LabelHead, Vocabulary } from '../encoder/vocabulary.js';
import type { Engine } from '../engine/engine.js';
import type { Random } from '../engine/random.js';
import type { Learner, ModelOptions } from '../learner/learner.js';
import { Parameters } from '../nn/parameters.js';
import { goldTreeOf, type Instance } from './instance.js';
import { Labeler } from './labeler.js';
import { labelHeadsIn, labelHeadsOf } from './labelHeads.js';
import type { ParserSettings } from './parserSettings.js';
import type { Scorer } from './scorer.js';
import type { StructuredModel } from './structuredModel.js';
import { structuredModelOf } from './structuredModels.js';
import { type TreeAccuracy, treeAccuracy } from './treeAccuracy.js';

export interface PredictedTree {
  readonly heads: Int32Array; // [n+1]
  /** Numbers of the parser's labels, −1 for ROOT; absent where the model has no labels. */
  readonly labels?: Int32Array; // [n+1]
}

export class Parser implements Learner<Instance, PredictedTree> {
  readonly kind = 'parser';
  readonly settings: ParserSettings;
  readonly vocabulary: Vocabulary;
  readonly labels: readonly string[];
  /** For each label, the heads that it goes with. */
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
    const { size } = this.encoder;
    this.structure = structuredModelOf(settings);
    this.scorer = this.structure.scorer(this.parameters, settings, size);
    if (this.labels.length > 0) {
      const { isLikelihood } = this.scorer;
      this.labeler = new Labeler(this.parameters, settings, size, this.labelHeads, isLikelihood);
    }
    this.parameters.allocate(options);
  }

  /** What a parser trained on the sentences knows. */
  static vocabularyOf(
    sentences: readonly Sentence[],
    settings: ParserSettings,
    pretrained?: Pretrained,
  ): Vocabulary {
    const labels = countOf(sentences.flatMap(({ words }) => words.map(({ deprel }) => deprel)));
    const deprel = settings.labels ? labels.map(([label]) => label) : [];
    const { encoder } = settings;
    const lexicon = encoderKindOf(encoder).lexiconOf(sentences, encoder, pretrained);
    return new Vocabulary(lexicon, { deprel }, labelHeadsIn(sentences, deprel));
  }

  itemOf(sentence: Sentence): Instance {
    return { ...this.encoder.inputOf(sentence.words), ...goldTreeOf(sentence, this.vocabulary) };
  }

  train(instances: readonly Instance[], random: Random): Record<'loss' | 'labelLoss', number> {
    const { arena, kernels } = this.parameters.engine;
    return arena.scope(() => {
      const batch = batchOf(instances);
      const { output, backward } = this.encoder.forward(batch, random);
      const tree = this.scorer.train(batch, output, random);
      const label = this.labeler?.train(batch, output, random);
      if (label) kernels.axpy(label.gradient.size, 1, label.gradient.pointer, tree.gradient.pointer);
      backward(tree.gradient);
      return { loss: tree.loss, labelLoss: label?.loss ?? 0 };
    });
  }

  predict(instances: readonly Instance[]): PredictedTree[] {
    const { arena } = this.parameters.engine;
    return arena.scope(() => {
      const batch = batchOf(instances);
      const encoded = this.encoder.encode(batch);
      const trees = this.scorer.parse(batch, encoded);
      const labels = this.labeler?.label(batch, encoded, trees);
      return trees.map((heads, s) => ({ heads, labels: labels?.[s] }));
    });
  }

  measure(instances: readonly Instance[], trees: readonly PredictedTree[]): TreeAccuracy {
    return treeAccuracy(instances, trees);
  }
}
