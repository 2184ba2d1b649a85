// What words with their lemmas teach about other words: which edits make their lemmas, and how these are written.
import { addedBy, type Edit, edited, editOf } from './edit.js';
import { Endings, type Example } from './endings.js';
import { type LetterCase, letterCases, shapeOf, written } from './letterCase.js';

/** A word as a lemmatizer sees it: `tag` is what it goes by besides UPOS. */
export interface TaggedWord {
  readonly form: string;
  readonly upos: string;
  readonly tag: string;
}

/** An edit and the words that it made lemmas of. */
interface SeenEdit {
  readonly edit: Edit;
  readonly words: Set<string>;
  /** The characters before the endings that it replaced. */
  readonly before: Set<string>;
}

export class Guesses {
  readonly #edits: SeenEdit[] = [];
  readonly #endings: Endings;
  readonly #cases: Endings;

  constructor(words: Iterable<TaggedWord & { readonly lemma: string }>) {
    const numbers = new Map<string, number>();
    const examples: Example[] = [];
    const cases: Example[] = [];
    for (const { form, upos, tag, lemma } of words) {
      const [word, lower] = [form.toLowerCase(), lemma.toLowerCase()];
      const edit = editOf(word, lower);
      const key = JSON.stringify(edit);
      const label = numbers.get(key) ?? this.#edits.length;
      if (label === this.#edits.length) {
        numbers.set(key, label);
        this.#edits.push({ edit, words: new Set(), before: new Set() });
      }
      this.#edits[label].words.add(word);
      this.#edits[label].before.add(characterBefore(word, edit));
      examples.push({ word, general: upos, special: tag, label });
      const letterCase = letterCases.findIndex((one) => written(lower, form, one) === lemma);
      const general = caseContext(upos, form);
      if (letterCase >= 0) cases.push({ word, general, special: tag, label: letterCase });
    }
    // What an edit adds must be seen with more words the longer it is: "Sept" → "September" is no rule.
    const isRule = ({ edit, words }: SeenEdit) => words.size > addedBy(edit);
    this.#endings = new Endings(examples.filter(({ label }) => isRule(this.#edits[label])));
    this.#cases = new Endings(cases);
  }

  /** Lemmas in lower case that edits make of a word in lower case, and how likely each edit is. */
  *lemmasOf(word: string, upos: string, tag: string): Generator<[lemma: string, share: number]> {
    for (const [label, share] of this.#endings.sharesOf(word, upos, tag)) {
      const { edit, before } = this.#edits[label];
      const lemma = edited(word, edit);
      if (lemma === undefined) continue;
      // It changes a vowel only after a consonant after which it did so before: "men" → "man" makes no "oxan" of "oxen".
      const isInside = edit.end !== '' && edit.end.at(-1) === edit.endBy.at(-1);
      if (!isInside || before.has(characterBefore(word, edit))) yield [lemma, share];
    }
  }

  /** How the lemma of a word is written. */
  letterCaseOf({ form, upos, tag }: TaggedWord): LetterCase {
    const shares = this.#cases.sharesOf(form.toLowerCase(), caseContext(upos, form), tag);
    let best = letterCases.indexOf('word');
    for (const [label, share] of shares) if (share > (shares.get(best) ?? 0)) best = label;
    return letterCases[best];
  }
}

/** What stands before the ending that an edit replaces. */
function characterBefore(word: string, { end }: Edit): string {
  return word.charAt(word.length - end.length - 1);
}

/** How lemmas are written depends on the words that are written in the same way. */
function caseContext(upos: string, form: string): string {
  return `${upos} ${shapeOf(form)}`;
}
