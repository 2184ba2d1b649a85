// Predicts the letter case of lemmas of unseen words. It depends on the tags and on how the word is written, and on how
// training writes the same lemma beside other words: "asia" has the lemma "Asia" if training has "Asia" but no "asia".
import { shapeOf } from '../encoder/shape.js';
import { haveSameTags, type LemmaEntries, type LemmaEntry, type TaggedWord, xposOf } from './lemmaEntry.js';
import { type LetterCase, letterCases, written } from './letterCase.js';
import { ContextShares } from './shares.js';

/** A letter case or, if none makes the lemma, as training writes it beside the most similar word. */
type Writing = LetterCase | 'known';

export class LemmaCase {
  readonly #writings = new ContextShares<Writing>();

  /** Each training word serves as an example of a word that training lacks. */
  constructor(words: LemmaEntries) {
    for (const entries of words.values()) {
      for (const entry of entries) {
        const lower = entry.lemma.toLowerCase();
        const others = othersOf(entry, lower, entries);
        const writing = writingsOf(lower, entry, others).find(([, text]) => text === entry.lemma);
        if (writing) this.#writings.add(contextsOf(entry, others), writing[0]);
      }
    }
  }

  /** Writes a lower-case lemma; `entries` are the training words that differ from the word in letter case or tags. */
  written(lemma: string, word: TaggedWord, entries: readonly LemmaEntry[]): string {
    const others = othersOf(word, lemma, entries);
    const shares = this.#writings.of(contextsOf(word, others));
    const sums = new Map<string, number>([[written(lemma, word.form, 'word'), 0]]);
    for (const [writing, text] of writingsOf(lemma, word, others)) {
      sums.set(text, (sums.get(text) ?? 0) + (shares.get(writing) ?? 0));
    }
    return [...sums].reduce((a, b) => (b[1] > a[1] ? b : a))[0];
  }
}

/** The other entries that have a lemma, whatever its letter case. */
function othersOf(word: TaggedWord, lower: string, entries: readonly LemmaEntry[]): LemmaEntry[] {
  return entries.filter(
    (one) => one.lemma.toLowerCase() === lower && !(one.form === word.form && haveSameTags(one, word)),
  );
}

/** The texts of a lemma in each writing. */
function writingsOf(lower: string, word: TaggedWord, others: readonly LemmaEntry[]): [Writing, string][] {
  const all = letterCases.map((one): [Writing, string] => [one, written(lower, word.form, one)]);
  if (others.length === 0) return all;
  const rank = (one: LemmaEntry) =>
    (one.upos === word.upos ? 4 : 0) +
    (haveSameTags(one, word) ? 1 : 0) +
    (one.form === word.form ? 2 : 0) +
    1 -
    1 / one.times;
  return [...all, ['known', others.reduce((a, b) => (rank(b) > rank(a) ? b : a)).lemma]];
}

function contextsOf(word: TaggedWord, others: readonly LemmaEntry[]): string[] {
  const shape = shapeOf(word.form);
  const known = [...new Set(others.map(({ lemma }) => shapeOf(lemma)))].sort().join();
  const tagged = `${shape} ${word.upos}`;
  const seen = `${tagged} ${known}`;
  return [shape, tagged, `${tagged} as ${xposOf(word)}`, seen, `${seen} as ${xposOf(word)}`];
}
