// Guesses lemmas of unseen words by the edits of words with similar endings.
import { addedBy, type Edit, edited, editOf } from './edit.js';
import { Endings, type Example } from './endings.js';
import type { LemmaEntries } from './lemmaEntry.js';

/** An edit and the words that it applied to. */
interface SeenEdit {
  readonly edit: Edit;
  readonly words: Set<string>;
  /** The characters before the endings that it replaced. */
  readonly before: Set<string>;
}

/** A candidate lemma in lower case. */
export interface Guess {
  readonly lemma: string;
  /** The probability of its edit. */
  readonly share: number;
  /** Whether enough words show the edit; else it is plausible only if it makes a known lemma. */
  readonly isRule: boolean;
}

export class Guesses {
  readonly #edits = new Map<string, SeenEdit>();
  readonly #endings: Endings<SeenEdit>;

  constructor(words: LemmaEntries) {
    const examples: Example<SeenEdit>[] = [];
    for (const [word, entries] of words) {
      for (const { upos, tag, lemma } of entries) {
        const edit = editOf(word, lemma.toLowerCase());
        const key = JSON.stringify(edit);
        const label = this.#edits.get(key) ?? { edit, words: new Set(), before: new Set() };
        this.#edits.set(key, label);
        label.words.add(word);
        label.before.add(characterBefore(word, edit));
        examples.push({ word, general: upos, special: tag, label });
      }
    }
    this.#endings = new Endings(examples);
  }

  /** The candidate lemmas of a word in lower case. */
  *lemmasOf(word: string, upos: string, tag: string): Generator<Guess> {
    for (const [seen, share] of this.#endings.sharesOf(word, upos, tag)) {
      const { edit, before } = seen;
      const lemma = edited(word, edit);
      if (lemma === undefined) continue;
      // A vowel changes only after a consonant seen with the same edit: "men" → "man" does not turn "oxen" into "oxan".
      const isInside =
        edit.end !== '' && edit.end.at(-1) === edit.endBy.at(-1) && !edit.endBy.endsWith(edit.end);
      if (isInside && !before.has(characterBefore(word, edit))) continue;
      yield { lemma, share, isRule: isRule(seen) };
    }
  }

  /** Whether a rule makes the lemma of the word, both in lower case. */
  hasRule(word: string, lemma: string): boolean {
    const seen = this.#edits.get(JSON.stringify(editOf(word, lemma)));
    return seen !== undefined && isRule(seen);
  }
}

/** The more characters an edit adds, the more words must show it: "Sept" → "September" is not a rule. */
function isRule({ edit, words }: SeenEdit): boolean {
  return words.size > addedBy(edit);
}

/** The character before the ending that an edit replaces. */
function characterBefore(word: string, { end }: Edit): string {
  return word.charAt(word.length - end.length - 1);
}
