// Lemmas of more words than a treebank has: those of a lexicon, or of any text with lemmas.
import type { Sentence } from '../conllu/sentence.js';
import { haveSameTags, type LemmaEntry } from './lemmaEntry.js';
import { hasLemma, isCell } from './lemmaTable.js';
import { Lemmatizer } from './lemmatizer.js';
import { lemmatizable } from './taggerVocabulary.js';
import type { TagModel } from './tagModel.js';

/**
 * Adds the words whose lemmas the model would get wrong, and returns how many; undefined if it predicts no lemmas. What
 * its treebank says about a word remains, and so does what it says about tags that go together. Of several lemmas of a
 * word with the same tags, the first counts.
 */
export function learnLemmas(
  { settings: { columns }, vocabulary }: Pick<TagModel, 'settings' | 'vocabulary'>,
  sentences: Iterable<Sentence>,
): number | undefined {
  const { lemmas } = vocabulary.knowledge;
  if (!lemmas) return undefined;
  const told = new Map<string, LemmaEntry>();
  for (const { words } of sentences) {
    for (const word of words) {
      const entry = { ...lemmatizable(word.form, word, columns), lemma: word.lemma };
      if (!hasLemma(word) || !Object.values(entry).every(isCell)) continue;
      const key = [entry.form, entry.upos, entry.tag].join('\t');
      if (!told.has(key)) told.set(key, { ...entry, times: 0 });
    }
  }
  const lemmatizer = new Lemmatizer(lemmas);
  const combinations = new Set(lemmas.data.tags.map((tags) => tags.join('\t')));
  const wrong = [...told.values()].filter((entry) => {
    if (!combinations.has(`${entry.upos}\t${entry.tag}`)) return false;
    const known = lemmas.entriesOf(entry.form.toLowerCase());
    const isKnown = known.some((one) => one.form === entry.form && haveSameTags(one, entry));
    return !isKnown && lemmatizer.lemma(entry) !== entry.lemma;
  });
  vocabulary.knowledge = { ...vocabulary.knowledge, lemmas: lemmas.with(wrong) };
  return wrong.length;
}
