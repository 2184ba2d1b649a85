// The tagging head of a model: a hidden layer on the encoder's output and, for each column, a classifier over the tags
// seen in training. Lemmas follow from words and tags. A tagger has only this head; a joint model has others too.
import { isEmoji } from '../conllu/emoji.js';
import type { Sentence, Word } from '../conllu/sentence.js';
import { type Batch, column, type Input, numbers } from '../encoder/batch.js';
import type { Encoder } from '../encoder/encoder.js';
import type { Engine } from '../engine/engine.js';
import { indexOfMaximum } from '../engine/maximum.js';
import type { Random } from '../engine/random.js';
import type { Tensor } from '../engine/tensor.js';
import { ComposedLinear } from '../nn/composedLinear.js';
import { dropoutMask } from '../nn/dropout.js';
import { Linear } from '../nn/linear.js';
import { crossEntropy } from '../nn/losses.js';
import { Mlp } from '../nn/mlp.js';
import type { Parameters } from '../nn/parameters.js';
import { editedByChoice } from './editChoice.js';
import { fileNameTagsOf, isFileName } from './fileNameTags.js';
import { type LemmaRule, lemmaByRule, lemmaRuleOf, readLemmaRule } from './lemmaRule.js';
import { hasLemma } from './lemmaTable.js';
import { Lemmatizer } from './lemmatizer.js';
import { accuracy, type TagCounts } from './tagAccuracy.js';
import { TagCombinations } from './tagCombinations.js';
import { lemmatizable, type TagColumn, type TaggerVocabulary } from './taggerVocabulary.js';
import type { RuledWord, Tags } from './tagModel.js';

/** The gold tags of a sentence. */
export interface GoldTags {
  readonly gold: Tags;
  readonly goldLemmas: readonly Pick<Word, 'form' | 'lemma'>[];
}

export interface TagHeadSettings {
  readonly columns: readonly TagColumn[];
  /** Hidden units, and their dropout. */
  readonly hidden: number;
  readonly hiddenDropout: number;
  /** Whether tags share their parts. */
  readonly tagParts: boolean;
}

/** The cache is cleared at this many words, since an endless stream has endless words. */
const MOST_WORDS = 30_000;

export class TagHead {
  readonly hidden: Mlp;
  /** The columns that the network fills, those without outputs excepted. */
  readonly chosen: readonly TagColumn[];
  /** One classifier for each of them. */
  readonly choices: readonly (Linear | ComposedLinear)[];
  /** The number of tags of each column. */
  readonly #sizes: readonly number[];
  #engine: Engine;
  #settings: TagHeadSettings;
  #vocabulary: TaggerVocabulary;
  #combinations: TagCombinations | undefined;
  #lemmatizer: Lemmatizer | undefined;
  /** The tags of file names, once one was asked for. */
  #fileNames: { readonly tags: RuledWord['tags'] | undefined } | undefined;
  /** What was filled into a form, by the combination of its tags; and the number of these. */
  #known = new Map<string, Map<number, Partial<Record<TagColumn, string>>>>();
  #count = 0;
  /** The rules among which the network chooses, if it does and there is a lemmatizer. */
  #lemmaRules: readonly (LemmaRule | undefined)[] = [];

  constructor(
    parameters: Parameters,
    settings: TagHeadSettings,
    { size }: Pick<Encoder, 'size'>,
    vocabulary: TaggerVocabulary,
  ) {
    const { columns, hidden } = settings;
    const { outputs } = vocabulary;
    this.hidden = new Mlp(parameters, 'hidden', size, hidden);
    this.chosen = columns.filter((name) => Object.hasOwn(outputs, name));
    this.choices = this.chosen.map((name) => {
      const parts = settings.tagParts && name !== 'lemma' ? partsOf(outputs[name]) : [];
      return parts.some((own) => own.length > 1)
        ? new ComposedLinear(parameters, name, hidden, parts)
        : new Linear(parameters, name, hidden, outputs[name].length);
    });
    this.#sizes = this.chosen.map((name) => outputs[name].length);
    this.#engine = parameters.engine;
    this.#settings = settings;
    this.#vocabulary = vocabulary;
    const { lemmas } = vocabulary.knowledge;
    if (lemmas && outputs.lemma) this.#lemmaRules = outputs.lemma.map(readLemmaRule);
  }

  /** The words that get tags by rule: emoji, and names of files that training lacks. */
  ruledIn(words: readonly Pick<Word, 'form'>[]): RuledWord[] {
    return words.flatMap(({ form }, at) => {
      const tags = isEmoji(form) ? this.#vocabulary.knowledge.emoji : this.#tagsOfFile(form);
      return tags ? [{ at, tags }] : [];
    });
  }

  #tagsOfFile(form: string): RuledWord['tags'] | undefined {
    const { lemmas } = this.#vocabulary.knowledge;
    if (!lemmas || !isFileName(form) || lemmas.entriesOf(form.toLowerCase()).length > 0) return undefined;
    this.#fileNames ??= { tags: fileNameTagsOf(lemmas) };
    return this.#fileNames.tags;
  }

  goldOf({ words }: Sentence): GoldTags {
    const gold = this.chosen.map((name) =>
      numbers(words.length, -1, (at) => this.#vocabulary.output(name, goldOutput(words[at], name))),
    );
    return { gold, goldLemmas: words.map(({ form, lemma }) => ({ form, lemma })) };
  }

  /** The tag losses of a batch, and the gradient of their sum for the encoder's output; none without tag columns. */
  train(
    batch: Batch<Input & GoldTags>,
    encoded: Tensor,
    random: Random,
  ): { losses: Record<string, number>; gradient: Tensor | undefined } {
    const { arena, kernels } = this.#engine;
    const { hidden: units, hiddenDropout } = this.#settings;
    const mask = dropoutMask(arena, random, [batch.rows, units], hiddenDropout);
    const hidden = this.hidden.forward(encoded, mask);
    const losses: Record<string, number> = {};
    let dHidden: Tensor | undefined;
    for (const [at, name] of this.chosen.entries()) {
      const { output, backward } = this.choices[at].forward(hidden.output);
      const gold = column(batch, (item) => item.gold[at]);
      const { loss, gradient } = crossEntropy(this.#engine, output, gold);
      losses[`${name}Loss`] = loss;
      const more = backward(gradient);
      if (dHidden) kernels.axpy(more.size, 1, more.pointer, dHidden.pointer);
      else dHidden = more;
    }
    return { losses, gradient: dHidden && hidden.backward(dHidden) };
  }

  /** The tags that the network chooses. */
  tags({ instances, starts }: Batch<Input>, encoded: Tensor): Tags[] {
    const { arena } = this.#engine;
    return arena.scope(() => {
      const hidden = this.hidden.forward(encoded).output;
      const scores = this.choices.map((choice) => choice.forward(hidden).output);
      const chosen = scores.map(bestOfRows);
      this.#combinations ??= new TagCombinations(this.#vocabulary, this.chosen);
      this.#combinations.reconcile(chosen, scores);
      return instances.map(({ n }, s) =>
        chosen.map((best) => {
          const tags = best.slice(starts[s], starts[s] + n + 1);
          tags[0] = -1;
          return tags;
        }),
      );
    });
  }

  /** Overwrites the tags of words that have them by rule, in place. */
  withRules(tags: Tags, ruled: readonly RuledWord[]): Tags {
    for (const { at, tags: own } of ruled) {
      for (const [c, name] of this.chosen.entries()) {
        const tag = own[name];
        const byRule = tag === undefined ? -1 : this.#vocabulary.output(name, tag);
        if (byRule >= 0) tags[c][at + 1] = byRule;
      }
    }
    return tags;
  }

  measure(items: readonly (Input & GoldTags)[], tags: readonly Tags[]): Record<string, number> {
    const counts: [TagColumn, TagCounts][] = this.#settings.columns.map((name) => [
      name,
      { right: 0, words: 0 },
    ]);
    for (const [s, { n, gold, goldLemmas }] of items.entries()) {
      for (const [name, count] of counts) {
        const c = this.chosen.indexOf(name);
        for (let at = 0; at < n; at++) {
          if (name === 'lemma' && !hasLemma(goldLemmas[at])) continue;
          count.words++;
          const isRight =
            name === 'lemma'
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

  /** The predicted columns of the word at a position; the same object for the same word with the same tags. */
  #filled(form: string, tags: Tags, at: number): Partial<Record<TagColumn, string>> {
    let combination = 0;
    for (let c = 0; c < tags.length; c++) combination = combination * this.#sizes[c] + tags[c][at + 1];
    let known = this.#known.get(form);
    const found = known?.get(combination);
    if (found) return found;
    if (this.#count === MOST_WORDS) {
      this.#known.clear();
      this.#count = 0;
      known = undefined;
    }
    if (!known) {
      known = new Map();
      this.#known.set(form, known);
    }
    const filled = this.#fill(
      form,
      tags.map((column) => column[at + 1]),
    );
    known.set(combination, filled);
    this.#count++;
    return filled;
  }

  #fill(form: string, choices: readonly number[]): Partial<Record<TagColumn, string>> {
    const { outputs, knowledge } = this.#vocabulary;
    const filled: Partial<Record<TagColumn, string>> = {};
    let rule: LemmaRule | undefined;
    for (const [c, name] of this.chosen.entries()) {
      const choice = choices[c];
      const output = outputs[name][choice];
      if (name === 'lemma' && knowledge.lemmas) rule = this.#lemmaRules[choice];
      else filled[name] = name === 'lemma' ? editedByChoice(form, output) : output;
    }
    if (knowledge.lemmas) {
      this.#lemmatizer ??= new Lemmatizer(knowledge.lemmas, knowledge.rightWords);
      const word = lemmatizable(form, filled, this.#settings.columns, this.#lemmatizer);
      filled.lemma = this.#lemmatizer.lemma(word, rule && lemmaByRule(form, rule));
    }
    return filled;
  }
}

/** The network's output for a column of a gold word. */
function goldOutput(word: Word, name: TagColumn): string {
  if (name !== 'lemma') return word[name];
  return hasLemma(word) ? lemmaRuleOf(word.form, word.lemma) : '';
}

/** The parts of each tag, numbered: `Case=Nom|Number=Sing` has two, and so has `NNG+JKS`. */
function partsOf(tags: readonly string[]): number[][] {
  const known = new Map<string, number>();
  return tags.map((tag) =>
    tag.split(/[|+]/).map((part) => {
      const index = known.get(part) ?? known.size;
      known.set(part, index);
      return index;
    }),
  );
}

/** The column of each row's maximum. */
function bestOfRows(scores: Tensor): Int32Array {
  const [rows, columns] = scores.shape;
  return scores.use((score) =>
    Int32Array.from({ length: rows }, (_, row) => indexOfMaximum(score, row * columns, columns)),
  );
}
