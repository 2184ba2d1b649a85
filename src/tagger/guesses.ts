// Guesses lemmas of unseen words from words with known lemmas: which edits to apply, and which letter case to use.
import { shapeOf } from '../encoder/shape.js';
import { addedBy, type Edit, edited, editOf } from './edit.js';
import { Endings, type Example } from './endings.js';
import { type LetterCase, letterCases, written } from './letterCase.js';

/** A word as a lemmatizer sees it: `tag` is what it uses besides UPOS. */
export interface TaggedWord {
  readonly form: string;
  readonly upos: string;
  readonly tag: string;
}

/** An edit and the words that it applied to. */
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
    // The more characters an edit adds, the more words must show it: "Sept" → "September" is not a rule.
    const isRule = ({ edit, words }: SeenEdit) => words.size > addedBy(edit);
    this.#endings = new Endings(examples.filter(({ label }) => isRule(this.#edits[label])));
    this.#cases = new Endings(cases);
  }

  /** Candidate lemmas of a word, both in lower case, with the probability of each edit. */
  *lemmasOf(word: string, upos: string, tag: string): Generator<[lemma: string, share: number]> {
    for (const [label, share] of this.#endings.sharesOf(word, upos, tag)) {
      const { edit, before } = this.#edits[label];
      const lemma = edited(word, edit);
      if (lemma === undefined) continue;
      // A vowel changes only after a consonant seen with the same edit: "men" → "man" does not turn "oxen" into "oxan".
      const isInside =
        edit.end !== '' && edit.end.at(-1) === edit.endBy.at(-1) && !edit.endBy.endsWith(edit.end);
      if (!isInside || before.has(characterBefore(word, edit))) yield [lemma, share];
    }
  }

  /** The letter case of a word's lemma. */
  letterCaseOf({ form, upos, tag }: TaggedWord): LetterCase {
    const shares = this.#cases.sharesOf(form.toLowerCase(), caseContext(upos, form), tag);
    let best = letterCases.indexOf('word');
    for (const [label, share] of shares) if (share > (shares.get(best) ?? 0)) best = label;
    return letterCases[best];
  }
}

/** The character before the ending that an edit replaces. */
function characterBefore(word: string, { end }: Edit): string {
  return word.charAt(word.length - end.length - 1);
}

/** The letter case of a lemma is predicted from words in the same letter case. */
function caseContext(upos: string, form: string): string {
  return `${upos} ${shapeOf(form)}`;
}
