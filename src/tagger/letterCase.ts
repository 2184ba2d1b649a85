// Letter case of lemmas. Lemmas are built in lower case; their final case depends on that of the word.
import { shapeOf } from '../encoder/shape.js';

/** Ways to write a lemma, given in lower case, next to its word; more common ones first. */
const writings = {
  lower: (lemma: string) => lemma,
  // Copies the word's case as far as both begin alike. The rest is lower case unless the word is all upper case.
  word: (lemma: string, word: string) => {
    let same = 0;
    while (same < word.length && same < lemma.length && word[same].toLowerCase() === lemma[same]) same++;
    const rest = lemma.slice(same);
    return word.slice(0, same) + (shapeOf(word) === 'upper' ? rest.toUpperCase() : rest);
  },
  title: (lemma: string) => lemma.slice(0, 1).toUpperCase() + lemma.slice(1),
  upper: (lemma: string) => lemma.toUpperCase(),
};

export type LetterCase = keyof typeof writings;

export const letterCases = Object.keys(writings) as LetterCase[];

/** Writes a lower-case lemma in a letter case, next to its word. */
export function written(lemma: string, word: string, letterCase: LetterCase): string {
  return writings[letterCase](lemma, word);
}
