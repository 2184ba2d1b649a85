// How likely a word keeps the lemma that it has with other tags: "walked" has the lemma "walk" with all tags of verbs,
// but as an adjective it probably is its own lemma. Learned from the words that training has with several tags.
import { haveSameTags, isExample, type LemmaEntry, type TaggedWord, xposOf } from './lemmaEntry.js';
import type { LemmaTable } from './lemmaTable.js';
import { Counts, mixed, type Shares } from './shares.js';

export class KeptLemmas {
  readonly #table: LemmaTable;
  /** Counted at first use. */
  #contexts: ReadonlyMap<string, Counts<boolean>> | undefined;

  constructor(table: LemmaTable) {
    this.#table = table;
  }

  /** The probability that a word has the lemma of an entry. */
  share(from: LemmaEntry, word: TaggedWord): number {
    this.#contexts ??= countedIn(this.#table);
    const known = this.#contexts;
    const shares = contextsOf(from, word).reduce<Shares<boolean>>(
      (general, context) => mixed(general, known.get(context) ?? new Counts()),
      new Map(),
    );
    return shares.get(true) ?? 0.5;
  }
}

function countedIn(table: LemmaTable): Map<string, Counts<boolean>> {
  const counted = new Map<string, Counts<boolean>>();
  for (const word of table.severalTimes()) {
    const entries = word.entries.filter(isExample);
    for (const from of entries) {
      for (const to of entries) {
        if (haveSameTags(from, to)) continue;
        const isKept = from.lemma.toLowerCase() === to.lemma.toLowerCase();
        for (const context of contextsOf(from, to)) {
          let counts = counted.get(context);
          if (!counts) {
            counts = new Counts();
            counted.set(context, counts);
          }
          counts.add(isKept);
        }
      }
    }
  }
  return counted;
}

/** The most general one first. */
function contextsOf(from: LemmaEntry, to: TaggedWord): string[] {
  const isForm = from.lemma.toLowerCase() === from.form.toLowerCase();
  if (from.upos === to.upos) return [`same ${isForm}`];
  const pair = `${isForm} ${from.upos} ${to.upos}`;
  return [`${isForm}`, pair, `${pair} ${xposOf(to)}`];
}
