// How likely a word keeps the lemma that it has with other tags: "walked" has the lemma "walk" with all tags of verbs,
// but as an adjective it probably is its own lemma. Learned from the words that training has with several tags.
import { haveSameTags, type LemmaEntries, type LemmaEntry, type TaggedWord, xposOf } from './lemmaEntry.js';
import { ContextShares } from './shares.js';

export class KeptLemmas {
  readonly #isKept = new ContextShares<boolean>();

  constructor(words: LemmaEntries) {
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
  share(from: LemmaEntry, word: TaggedWord): number {
    return this.#isKept.of(contextsOf(from, word)).get(true) ?? 0.5;
  }
}

function contextsOf(from: LemmaEntry, to: TaggedWord): string[] {
  const isForm = from.lemma.toLowerCase() === from.form.toLowerCase();
  if (from.upos === to.upos) return [`same ${isForm}`];
  const pair = `${isForm} ${from.upos} ${to.upos}`;
  return [`${isForm}`, pair, `${pair} ${xposOf(to)}`];
}
