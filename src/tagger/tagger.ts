// A tagger: an encoder and a tagging head.
import type { Sentence } from '../conllu/sentence.js';
import { batchOf } from '../encoder/batch.js';
import type { Encoder, Pretrained, TaggedForm } from '../encoder/encoder.js';
import { encoderKindOf, encoderOf } from '../encoder/encoders.js';
import type { Engine } from '../engine/engine.js';
import type { Random } from '../engine/random.js';
import type { Learner, ModelOptions } from '../learner/learner.js';
import { Parameters } from '../nn/parameters.js';
import type { TaggerSettings } from './taggerSettings.js';
import { knowledgeOf, TaggerVocabulary, tagOutputs } from './taggerVocabulary.js';
import { type GoldTags, TagHead } from './tagHead.js';
import { predictTags, type TagInput, type TagModel, type Tags, tagInputOf } from './tagModel.js';

export interface TaggerItem extends TagInput, GoldTags {}

export class Tagger implements Learner<TaggerItem, Tags>, TagModel {
  readonly kind = 'tagger';
  readonly settings: TaggerSettings;
  readonly vocabulary: TaggerVocabulary;
  readonly parameters: Parameters;
  readonly encoder: Encoder;
  readonly tagHead: TagHead;

  constructor(
    engine: Engine,
    settings: TaggerSettings,
    vocabulary: TaggerVocabulary,
    options: ModelOptions = {},
  ) {
    this.settings = settings;
    this.vocabulary = vocabulary;
    this.parameters = new Parameters(engine, options.name);
    this.encoder = encoderOf(this.parameters, settings.encoder, vocabulary.lexicon);
    this.tagHead = new TagHead(this.parameters, settings, this.encoder, vocabulary);
    this.parameters.allocate(options);
  }

  /** The vocabulary of a tagger trained on the sentences. */
  static vocabularyOf(
    sentences: readonly Sentence[],
    { columns, encoder }: TaggerSettings,
    pretrained?: Pretrained,
  ): TaggerVocabulary {
    const lexicon = encoderKindOf(encoder).lexiconOf(sentences, encoder, pretrained);
    return new TaggerVocabulary(lexicon, tagOutputs(sentences, columns), knowledgeOf(sentences, columns));
  }

  inputOf(words: readonly TaggedForm[]): TagInput {
    return tagInputOf(this, words);
  }

  itemOf(sentence: Sentence): TaggerItem {
    return { ...this.inputOf(sentence.words), ...this.tagHead.goldOf(sentence) };
  }

  train(items: readonly TaggerItem[], random: Random): Record<string, number> {
    return this.parameters.engine.arena.scope(() => {
      const batch = batchOf(items);
      const { output, backward } = this.encoder.forward(batch, random);
      const { losses, gradient } = this.tagHead.train(batch, output, random);
      if (gradient) backward(gradient);
      return losses;
    });
  }

  predict(items: readonly TagInput[]): Tags[] {
    return predictTags(this, items);
  }

  measure(items: readonly TaggerItem[], tags: readonly Tags[]): Record<string, number> {
    return this.tagHead.measure(items, tags);
  }

  /** A copy of the sentence with the tags written into its words. */
  tagged(sentence: Sentence, tags: Tags): Sentence {
    return this.tagHead.tagged(sentence, tags);
  }
}
