// Upper and lower case of words and of their lemmas. Lemmas are made in lower case; how one is written then depends on how
// the word is.

/** How a lemma in lower case is written beside its word, the more common first. */
const writings = {
  lower: (lemma: string) => lemma,
  // As the word is, as far as they begin alike. What follows is lower case unless the word has no lower case at all.
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

/** The lemma in lower case as it is written beside the word. */
export function written(lemma: string, word: string, letterCase: LetterCase): string {
  return writings[letterCase](lemma, word);
}

export type Shape = 'lower' | 'title' | 'upper' | 'mixed';

/** What a word shows of upper and lower case. A single capital is a title. */
export function shapeOf(word: string): Shape {
  if (word === word.toLowerCase()) return 'lower';
  if (word.slice(1) === word.slice(1).toLowerCase()) return 'title';
  return word === word.toUpperCase() ? 'upper' : 'mixed';
}
