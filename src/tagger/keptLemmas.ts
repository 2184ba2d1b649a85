// How likely a word keeps the lemma that it has with other tags: "walked" has the lemma "walk" with all tags of verbs,
// but as an adjective it probably is its own lemma. Learned from the words that training has with several tags.
import { type Entries, type Entry, haveSameTags, type TaggedWord, xposOf } from './entry.js';
import { ContextShares } from './shares.js';

export class KeptLemmas {
  readonly #isKept = new ContextShares<boolean>();

  constructor(words: Entries) {
    for (const entries of words.values()) {
      for (const from of entries) {
        for (const to of entries) {
          if (haveSameTags(from, to)) continue;
          this.#isKept.add(contextsOf(from, to), from.lemma.toLowerCase() === to.lemma.toLowerCase());
        }
      }
    }
  }

  /** The probability that a word has the lemma of an entry. */
  share(from: Entry, word: TaggedWord): number {
    return this.#isKept.of(contextsOf(from, word)).get(true) ?? 0.5;
  }
}

function contextsOf(from: Entry, to: TaggedWord): string[] {
  const isForm = from.lemma.toLowerCase() === from.form.toLowerCase();
  if (from.upos === to.upos) return [`same ${isForm}`];
  const pair = `${isForm} ${from.upos} ${to.upos}`;
  return [`${isForm}`, pair, `${pair} ${xposOf(to)}`];
}
