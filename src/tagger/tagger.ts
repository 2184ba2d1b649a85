// A tagger: the encoder, and for each column of tags a choice among those seen in training. Lemmas are chosen as edits.
import type { Sentence, Word } from '../conllu/sentence.js';
import { batchOf, column, type Input, numbers } from '../encoder/batch.js';
import type { Encoder, Pretrained } from '../encoder/encoder.js';
import { encoderKindOf, encoderOf } from '../encoder/encoders.js';
import { countOf, Vocabulary } from '../encoder/vocabulary.js';
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
import { edited, editOf } from './lemma.js';
import { tagAccuracy } from './tagAccuracy.js';
import type { TagColumn, TaggerSettings } from './taggerSettings.js';

/** For each column that the tagger fills the numbers of the tags, −1 for ROOT and for those that it does not know. */
export type Tags = readonly Int32Array[]; // [n+1] each

export interface TaggerItem extends Input {
  readonly gold: Tags;
}

export class Tagger implements Learner<TaggerItem, Tags> {
  readonly kind = 'tagger';
  readonly settings: TaggerSettings;
  readonly vocabulary: Vocabulary;
  readonly parameters: Parameters;
  readonly encoder: Encoder;
  readonly hidden: Mlp;
  /** One for each column. */
  readonly choices: readonly Linear[];

  constructor(engine: Engine, settings: TaggerSettings, vocabulary: Vocabulary, options: ModelOptions = {}) {
    this.settings = settings;
    this.vocabulary = vocabulary;
    this.parameters = new Parameters(engine, options.name);
    this.encoder = encoderOf(this.parameters, settings.encoder, vocabulary.lexicon);
    this.hidden = new Mlp(this.parameters, 'hidden', this.encoder.size, settings.hidden, 'tanh');
    this.choices = settings.columns.map(
      (name) => new Linear(this.parameters, name, settings.hidden, vocabulary.outputs[name].length),
    );
    this.parameters.allocate(options);
  }

  /** What a tagger trained on the sentences knows. */
  static vocabularyOf(
    sentences: readonly Sentence[],
    settings: TaggerSettings,
    pretrained?: Pretrained,
  ): Vocabulary {
    const words = sentences.flatMap((sentence) => sentence.words);
    const outputs = settings.columns.map((name) => {
      const counts = countOf(words.map((word) => outputOf(word, name)));
      // An edit that made one lemma only would hardly make another.
      const useful = name === 'lemma' ? counts.filter(([, times], at) => times > 1 || at === 0) : counts;
      return [name, useful.map(([tag]) => tag)];
    });
    const { encoder } = settings;
    const lexicon = encoderKindOf(encoder).lexiconOf(sentences, encoder, pretrained);
    return new Vocabulary(lexicon, Object.fromEntries(outputs));
  }

  itemOf(sentence: Sentence): TaggerItem {
    const { words } = sentence;
    const gold = this.settings.columns.map((name) =>
      numbers(words.length, -1, (at) => this.vocabulary.output(name, outputOf(words[at], name))),
    );
    return { ...this.encoder.inputOf(words), gold };
  }

  train(items: readonly TaggerItem[], random: Random): Record<string, number> {
    const { engine } = this.parameters;
    const { arena, kernels } = engine;
    const { columns, hidden: units, hiddenDropout } = this.settings;
    return arena.scope(() => {
      const batch = batchOf(items);
      const encoded = this.encoder.forward(batch, random);
      const mask = dropoutMask(arena, random, [batch.rows, units], hiddenDropout);
      const hidden = this.hidden.forward(encoded.output, mask);
      const losses: Record<string, number> = {};
      let dHidden: Tensor | undefined;
      for (const [at, name] of columns.entries()) {
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

  predict(items: readonly Input[]): Tags[] {
    const { arena } = this.parameters.engine;
    return arena.scope(() => {
      const batch = batchOf(items);
      const hidden = this.hidden.forward(this.encoder.encode(batch)).output;
      const chosen = this.choices.map((choice) =>
        arena.scope(() => bestOfRows(choice.forward(hidden).output)),
      );
      return items.map(({ n }, s) =>
        chosen.map((best) => {
          const tags = best.slice(batch.starts[s], batch.starts[s] + n + 1);
          tags[0] = -1;
          return tags;
        }),
      );
    });
  }

  measure(items: readonly TaggerItem[], tags: readonly Tags[]): Record<string, number> {
    return tagAccuracy(
      this.settings.columns,
      items.map(({ gold }) => gold),
      tags,
    );
  }

  /** A copy of the sentence with the tags written into its words. */
  tagged(sentence: Sentence, tags: Tags): Sentence {
    const { outputs } = this.vocabulary;
    const words = sentence.words.map((word, at): Word => {
      const filled = this.settings.columns.map((name, c): [TagColumn, string] => {
        const output = outputs[name][tags[c][at + 1]];
        return [name, name === 'lemma' ? edited(word.form, output) : output];
      });
      return { ...word, ...Object.fromEntries(filled) };
    });
    return { ...sentence, words };
  }
}

/** What the tagger has to say of a word in a column. */
function outputOf(word: Word, name: TagColumn): string {
  return name === 'lemma' ? editOf(word.form, word.lemma) : word[name];
}

/** The column of each row's largest number. */
function bestOfRows(scores: Tensor): Int32Array {
  const [rows, columns] = scores.shape;
  return scores.use((score) =>
    Int32Array.from({ length: rows }, (_, row) => indexOfMaximum(score, row * columns, columns)),
  );
}
