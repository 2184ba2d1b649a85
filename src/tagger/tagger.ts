// A tagger: the encoder, and for each column of tags a choice among those seen in training. Lemmas follow from the words
// and their tags.
import type { Sentence, Word } from '../conllu/sentence.js';
import { batchOf, column, type Input, numbers } from '../encoder/batch.js';
import type { Encoder, Pretrained, TaggedForm } from '../encoder/encoder.js';
import { encoderKindOf, encoderOf } from '../encoder/encoders.js';
import { countOf } from '../encoder/vocabulary.js';
import type { Engine } from '../engine/engine.js';
import type { Random } from '../engine/random.js';
import type { Tensor } from '../engine/tensor.js';
import type { Learner, ModelOptions } from '../learner/learner.js';
import { dropoutMask } from '../nn/dropout.js';
import { Linear } from '../nn/linear.js';
import { crossEntropy } from '../nn/losses.js';
import { indexOfMaximum } from '../nn/maximum.js';
import { Mlp } from '../nn/mlp.js';
import { Parameters } from '../nn/parameters.js';
import { editedByChoice } from './editChoice.js';
import { emojiTagsOf, isEmoji } from './emoji.js';
import type { TaggedWord } from './guesses.js';
import { hasLemma, Lemmatizer } from './lemmatizer.js';
import { accuracy, type TagCounts } from './tagAccuracy.js';
import type { TagColumn, TaggerSettings } from './taggerSettings.js';
import { TaggerVocabulary } from './taggerVocabulary.js';

/** For each column that the network fills the numbers of the tags, −1 for ROOT and for those that it does not know. */
export type Tags = readonly Int32Array[]; // [n+1] each

export interface TaggerInput extends Input {
  /** The words that are tagged by rule, 0 for the first. */
  readonly emoji: readonly number[];
}

export interface TaggerItem extends TaggerInput {
  readonly gold: Tags;
  readonly goldLemmas: readonly Pick<Word, 'form' | 'lemma'>[];
}

export class Tagger implements Learner<TaggerItem, Tags> {
  readonly kind = 'tagger';
  readonly settings: TaggerSettings;
  readonly vocabulary: TaggerVocabulary;
  readonly parameters: Parameters;
  readonly encoder: Encoder;
  readonly hidden: Mlp;
  /** The columns that the network fills: those with tags, and lemmas in older model files. */
  readonly chosen: readonly TagColumn[];
  /** One for each of them. */
  readonly choices: readonly Linear[];
  #lemmatizer: Lemmatizer | undefined;

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
    this.hidden = new Mlp(this.parameters, 'hidden', this.encoder.size, settings.hidden);
    this.chosen = settings.columns.filter((name) => Object.hasOwn(vocabulary.outputs, name));
    this.choices = this.chosen.map(
      (name) => new Linear(this.parameters, name, settings.hidden, vocabulary.outputs[name].length),
    );
    this.parameters.allocate(options);
  }

  /** What a tagger trained on the sentences knows. */
  static vocabularyOf(
    sentences: readonly Sentence[],
    { columns, encoder }: TaggerSettings,
    pretrained?: Pretrained,
  ): TaggerVocabulary {
    const words = sentences.flatMap((sentence) => sentence.words);
    const outputs = columns
      .filter((name) => name !== 'lemma')
      .map((name) => [name, countOf(words.map((word) => word[name])).map(([tag]) => tag)]);
    const lexicon = encoderKindOf(encoder).lexiconOf(sentences, encoder, pretrained);
    const emoji = columns.includes('upos') ? emojiTagsOf(words) : undefined;
    return new TaggerVocabulary(lexicon, Object.fromEntries(outputs), {
      ...(columns.includes('lemma') && {
        lemmas: Lemmatizer.dataOf(words.map((word) => lemmatizable(word, columns))),
      }),
      ...(emoji && { emoji }),
    });
  }

  inputOf(words: readonly TaggedForm[]): TaggerInput {
    const isByRule = this.vocabulary.knowledge.emoji !== undefined;
    const emoji = words.flatMap(({ form }, at) => (isByRule && isEmoji(form) ? [at] : []));
    return { ...this.encoder.inputOf(words), emoji };
  }

  itemOf({ words }: Sentence): TaggerItem {
    const gold = this.chosen.map((name) =>
      numbers(words.length, -1, (at) => this.vocabulary.output(name, words[at][name])),
    );
    const goldLemmas = words.map(({ form, lemma }) => ({ form, lemma }));
    return { ...this.inputOf(words), gold, goldLemmas };
  }

  train(items: readonly TaggerItem[], random: Random): Record<string, number> {
    const { engine } = this.parameters;
    const { arena, kernels } = engine;
    const { hidden: units, hiddenDropout } = this.settings;
    return arena.scope(() => {
      const batch = batchOf(items);
      const encoded = this.encoder.forward(batch, random);
      const mask = dropoutMask(arena, random, [batch.rows, units], hiddenDropout);
      const hidden = this.hidden.forward(encoded.output, mask);
      const losses: Record<string, number> = {};
      let dHidden: Tensor | undefined;
      for (const [at, name] of this.chosen.entries()) {
        const { output, backward } = this.choices[at].forward(hidden.output);
        const { loss, gradient } = crossEntropy(
          engine,
          output,
          column(batch, ({ gold }) => gold[at]),
        );
        losses[`${name}Loss`] = loss;
        const more = backward(gradient);
        if (dHidden) kernels.axpy(more.size, 1, more.pointer, dHidden.pointer);
        else dHidden = more;
      }
      if (dHidden) encoded.backward(hidden.backward(dHidden));
      return losses;
    });
  }

  predict(items: readonly TaggerInput[]): Tags[] {
    const { arena } = this.parameters.engine;
    return arena.scope(() => {
      const batch = batchOf(items);
      const hidden = this.hidden.forward(this.encoder.encode(batch)).output;
      const chosen = this.choices.map((choice) =>
        arena.scope(() => bestOfRows(choice.forward(hidden).output)),
      );
      return items.map(({ n, emoji }, s) =>
        chosen.map((best, c) => {
          const tags = best.slice(batch.starts[s], batch.starts[s] + n + 1);
          tags[0] = -1;
          const byRule = this.#emojiTag(this.chosen[c]);
          if (byRule >= 0) for (const at of emoji) tags[at + 1] = byRule;
          return tags;
        }),
      );
    });
  }

  measure(items: readonly TaggerItem[], tags: readonly Tags[]): Record<string, number> {
    const counts: [TagColumn, TagCounts][] = this.settings.columns.map((name) => [
      name,
      { right: 0, words: 0 },
    ]);
    for (const [s, { n, gold, goldLemmas }] of items.entries()) {
      for (const [name, count] of counts) {
        const c = this.chosen.indexOf(name);
        for (let at = 0; at < n; at++) {
          if (c < 0 && !hasLemma(goldLemmas[at])) continue;
          count.words++;
          const isRight =
            c < 0
              ? this.#filled(goldLemmas[at].form, tags[s], at).lemma === goldLemmas[at].lemma
              : gold[c][at + 1] === tags[s][c][at + 1];
          if (isRight) count.right++;
        }
      }
    }
    return accuracy(counts);
  }

  /** A copy of the sentence with the tags written into its words. */
  tagged(sentence: Sentence, tags: Tags): Sentence {
    const words = sentence.words.map((word, at): Word => ({ ...word, ...this.#filled(word.form, tags, at) }));
    return { ...sentence, words };
  }

  /** The columns of a word of a sentence. */
  #filled(form: string, tags: Tags, at: number): Partial<Record<TagColumn, string>> {
    const filled: Partial<Record<TagColumn, string>> = {};
    for (const [c, name] of this.chosen.entries()) {
      const output = this.vocabulary.outputs[name][tags[c][at + 1]];
      filled[name] = name === 'lemma' ? editedByChoice(form, output) : output;
    }
    const { lemmas } = this.vocabulary.knowledge;
    if (lemmas) {
      if (!this.#lemmatizer) {
        const known = new Set(this.encoder.vectors?.words);
        this.#lemmatizer = new Lemmatizer(lemmas, (word) => known.has(word));
      }
      filled.lemma = this.#lemmatizer.lemma(lemmatizable({ form, ...filled }, this.settings.columns));
    }
    return filled;
  }

  /** The number of the tag that emoji have by rule in a column, −1 where they have none. */
  #emojiTag(name: TagColumn): number {
    const tag = name === 'lemma' ? undefined : this.vocabulary.knowledge.emoji?.[name];
    return tag === undefined ? -1 : this.vocabulary.output(name, tag);
  }
}

/** What of a word its lemma follows from, beside UPOS its XPOS or, in treebanks without, its features. */
function lemmatizable<W extends Partial<Word> & { readonly form: string }>(
  word: W,
  columns: readonly TagColumn[],
): W & TaggedWord {
  const { upos = '_', xpos = '_', feats = '_' } = word;
  const tag = columns.includes('xpos') ? xpos : columns.includes('feats') ? feats : '_';
  return { ...word, upos: columns.includes('upos') ? upos : '_', tag };
}

/** The column of each row's largest number. */
function bestOfRows(scores: Tensor): Int32Array {
  const [rows, columns] = scores.shape;
  return scores.use((score) =>
    Int32Array.from({ length: rows }, (_, row) => indexOfMaximum(score, row * columns, columns)),
  );
}
