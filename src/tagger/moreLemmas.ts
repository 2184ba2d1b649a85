// Lemmas of more words than a treebank has: those of a lexicon, or of any text with lemmas; and a lexicon's spelling.
import type { Sentence } from '../conllu/sentence.js';
import { haveSameTags, type LemmaEntry } from './lemmaEntry.js';
import { hasLemma, isCell } from './lemmaTable.js';
import { Lemmatizer } from './lemmatizer.js';
import { Misspellings } from './misspelling.js';
import { lemmatizable } from './taggerVocabulary.js';
import type { TagModel } from './tagModel.js';

/** A word that occurs so often is added in any case: to guess its lemma takes longer than to parse a short text. */
const FREQUENT = 3;

/** The numbers of words that a table of lemmas got. */
export interface LearnedLemmas {
  /** Those whose lemmas the model would get wrong, or might if its network advised so. */
  readonly corrected: number;
  /** Others, which are frequent. */
  readonly frequent: number;
}

/**
 * Adds the words whose lemmas the model would or might get wrong, and frequent ones; undefined if it predicts no lemmas. What its
 * treebank says about a word remains, and so does what it says about tags that go together. Of several lemmas of a word
 * with the same tags, the first counts.
 */
export function learnLemmas(
  { settings: { columns }, vocabulary }: Pick<TagModel, 'settings' | 'vocabulary'>,
  sentences: Iterable<Sentence>,
): LearnedLemmas | undefined {
  const { lemmas, rightWords } = vocabulary.knowledge;
  if (!lemmas) return undefined;
  const told = new Map<string, { readonly entry: LemmaEntry; occurrences: number }>();
  for (const { words } of sentences) {
    for (const word of words) {
      const entry = { ...lemmatizable(word.form, word, columns), lemma: word.lemma };
      if (!hasLemma(word) || !Object.values(entry).every(isCell)) continue;
      const key = [entry.form, entry.upos, entry.tag].join('\t');
      const known = told.get(key) ?? { entry: { ...entry, times: 0 }, occurrences: 0 };
      known.occurrences++;
      told.set(key, known);
    }
  }
  const lemmatizer = new Lemmatizer(lemmas, rightWords);
  const combinations = new Set(lemmas.data.tags.map((tags) => tags.join('\t')));
  const added = { corrected: [] as LemmaEntry[], frequent: [] as LemmaEntry[] };
  for (const { entry, occurrences } of told.values()) {
    if (!combinations.has(`${entry.upos}\t${entry.tag}`)) continue;
    const known = lemmas.entriesOf(entry.form.toLowerCase());
    if (known.some((one) => one.form === entry.form && haveSameTags(one, entry))) continue;
    const isRight = lemmatizer.lemma(entry) === entry.lemma && lemmatizer.isCertain(entry);
    if (!isRight) added.corrected.push(entry);
    else if (occurrences >= FREQUENT) added.frequent.push(entry);
  }
  const { corrected, frequent } = added;
  vocabulary.knowledge = { ...vocabulary.knowledge, lemmas: lemmas.with([...corrected, ...frequent]) };
  return { corrected: corrected.length, frequent: frequent.length };
}

/**
 * Lets the model correct misspelt words that are not among these words, which are spelt right. It stores those that it
 * would take for misspelt ones, and returns their number; undefined if it predicts no lemmas.
 */
export function learnSpelling(
  { vocabulary }: Pick<TagModel, 'vocabulary'>,
  words: Iterable<string>,
): number | undefined {
  const { lemmas } = vocabulary.knowledge;
  if (!lemmas) return undefined;
  const rightWords = new Set(new Misspellings(lemmas).suspectsAmong(words));
  vocabulary.knowledge = { ...vocabulary.knowledge, rightWords };
  return rightWords.size;
}
