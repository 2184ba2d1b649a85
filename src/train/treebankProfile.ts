// What a treebank is like, as far as the settings of a training depend on it.
import { headsOf, rootsOf } from '../conllu/heads.js';
import type { Sentence } from '../conllu/sentence.js';
import { tokensOf } from '../conllu/token.js';
import { hasUnspaced } from '../splitter/characters.js';
import { type TagColumn, tagColumns } from '../tagger/taggerVocabulary.js';
import { isProjective } from '../tree/projectivity.js';

/** The counts of a treebank that determine settings. */
export interface TreebankProfile {
  readonly sentences: number;
  readonly words: number;
  /** The characters of all tokens, without the blanks between them. */
  readonly characters: number;
  /** The columns that are `_` on every word. */
  readonly empty: readonly TagColumn[];
  /** The numbers of trees that are not projective, and of those with several roots. */
  readonly nonprojective: number;
  readonly severalRoots: number;
  /** The number of multiword tokens. */
  readonly multiword: number;
  /** The number of words with a blank inside, and of those in a script without spaces. */
  readonly spaced: number;
  readonly unspaced: number;
}

export function profileOf(treebank: readonly Sentence[]): TreebankProfile {
  const filled = new Set<TagColumn>();
  let [words, characters, nonprojective, severalRoots, multiword, spaced, unspaced] = [0, 0, 0, 0, 0, 0, 0];
  for (const sentence of treebank) {
    const heads = headsOf(sentence);
    if (!isProjective(heads)) nonprojective++;
    if (rootsOf(heads).length > 1) severalRoots++;
    for (const { columns, isMultiword } of tokensOf(sentence)) {
      characters += columns.form.length;
      if (isMultiword) multiword++;
    }
    words += sentence.words.length;
    for (const word of sentence.words) {
      for (const name of tagColumns) if (word[name] !== '_') filled.add(name);
      if (/\s/.test(word.form)) spaced++;
      if (hasUnspaced(word.form)) unspaced++;
    }
  }
  return {
    sentences: treebank.length,
    words,
    characters,
    empty: tagColumns.filter((name) => !filled.has(name)),
    nonprojective,
    severalRoots,
    multiword,
    spaced,
    unspaced,
  };
}

/** The number of dev sentences whose words, all the same, are a training sentence too. */
export function leakedSentences(train: readonly Sentence[], dev: readonly Sentence[]): number {
  const textOf = ({ words }: Sentence) => words.map(({ form }) => form).join('\t');
  const known = new Set(train.map(textOf));
  return dev.filter((sentence) => known.has(textOf(sentence))).length;
}
