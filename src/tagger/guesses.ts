// Guesses lemmas of unseen words by the edits of words with similar endings. The edits of a UPOS are counted when they
// are first needed, and those of all words only in doubt.
import { addedBy, type Edit, edited, editOf } from './edit.js';
import { Endings, type Example } from './endings.js';
import { isExample } from './lemmaEntry.js';
import type { LemmaWord } from './lemmaLines.js';
import type { LemmaTable } from './lemmaTable.js';
import { isPartOfWord } from './misspelling.js';

/** An edit and the words that it applied to. */
interface SeenEdit {
  readonly edit: Edit;
  words: number;
  /** The last of these words. */
  last: string | undefined;
  /** The characters before the endings that it replaced. */
  readonly before: Set<string>;
}

/** The edits among some words. */
type SeenEdits = Map<string, SeenEdit>;

/** Which words show what an edit can do: those of one UPOS, or all. */
export type Evidence = 'upos' | 'all';

/** A candidate lemma in lower case. */
export interface Guess {
  readonly lemma: string;
  /** The probability of its edit. */
  readonly share: number;
  /** Whether enough words show the edit; else it is plausible only if it makes a known lemma. */
  isRule(evidence: Evidence): boolean;
  /** Whether the edit is possible after the characters before the ending. */
  isFit(evidence: Evidence): boolean;
}

export class Guesses {
  readonly #table: LemmaTable;
  readonly #ofUpos = new Map<string, { readonly edits: SeenEdits; readonly endings: Endings<SeenEdit> }>();
  #everywhere: SeenEdits | undefined;

  constructor(table: LemmaTable) {
    this.#table = table;
  }

  /** The candidate lemmas of a word in lower case. */
  *lemmasOf(word: string, upos: string, tag: string): Generator<Guess> {
    for (const [seen, share] of this.#of(upos).endings.sharesOf(word, tag)) {
      const { edit } = seen;
      const lemma = edited(word, edit);
      if (lemma === undefined) continue;
      // A vowel changes only after a consonant seen with the same edit: "men" → "man" does not turn "oxen" into "oxan".
      const isInside =
        edit.end !== '' && edit.end.at(-1) === edit.endBy.at(-1) && !edit.endBy.endsWith(edit.end);
      const before = characterBefore(word, edit);
      const by = (evidence: Evidence) => (evidence === 'upos' ? seen : this.#seen(edit, evidence, upos));
      yield {
        lemma,
        share,
        isRule: (evidence) => isRule(by(evidence)),
        isFit: (evidence) => !isInside || (by(evidence)?.before.has(before) ?? false),
      };
      // Before an ending a letter may be doubled, as in "hottest"; more often it belongs to the lemma, as in "tallest".
      if (lemma.length < word.length && /(\p{L})\1$/u.test(lemma)) {
        yield { lemma: lemma.slice(0, -1), share: share / 2, isRule: () => false, isFit: () => true };
      }
    }
  }

  /** Whether a rule makes the lemma of a word, both in lower case. */
  hasRule(word: string, lemma: string, upos: string, evidence: Evidence): boolean {
    return isRule(this.#seen(editOf(word, lemma), evidence, upos));
  }

  #seen(edit: Edit, evidence: Evidence, upos: string): SeenEdit | undefined {
    if (evidence === 'upos') return this.#of(upos).edits.get(keyOf(edit));
    if (!this.#everywhere) {
      this.#everywhere = new Map();
      for (const word of this.#table.all()) addEdits(word, this.#everywhere);
    }
    return this.#everywhere.get(keyOf(edit));
  }

  #of(upos: string) {
    let known = this.#ofUpos.get(upos);
    if (!known) {
      const edits: SeenEdits = new Map();
      const examples: Example<SeenEdit>[] = [];
      for (const word of this.#table.wordsOf(upos)) {
        addEdits(word, edits, upos, (special, label) => examples.push({ word: word.word, special, label }));
      }
      known = { edits, endings: new Endings(examples) };
      this.#ofUpos.set(upos, known);
    }
    return known;
  }
}

/** Counts the edits of a word, with any UPOS unless one is given; calls `found` with the tag and the edit of each entry. */
function addEdits(
  { word, entries }: LemmaWord,
  edits: SeenEdits,
  upos?: string,
  found?: (tag: string, seen: SeenEdit) => void,
): void {
  for (const entry of entries) {
    if (upos !== undefined && entry.upos !== upos) continue;
    if (!isExample(entry) || isPartOfWord(entry)) continue;
    const lemma = entry.lemma === word ? word : entry.lemma.toLowerCase();
    // Most words are their own lemmas.
    const edit = lemma === word ? noEdit : editOf(word, lemma);
    const key = lemma === word ? noKey : keyOf(edit);
    let seen = edits.get(key);
    if (!seen) {
      seen = { edit, words: 0, last: undefined, before: new Set() };
      edits.set(key, seen);
    }
    if (seen.last !== word) seen.words++;
    seen.last = word;
    if (edit !== noEdit) seen.before.add(characterBefore(word, edit));
    found?.(entry.tag, seen);
  }
}

/** No word has a tab. */
function keyOf({ start, startBy, end, endBy }: Edit): string {
  return `${start}\t${startBy}\t${end}\t${endBy}`;
}

/** The edit of a word that is its own lemma. It replaces no ending, so the characters before do not matter. */
const noEdit: Edit = { start: '', startBy: '', end: '', endBy: '' };
const noKey = keyOf(noEdit);

/** The more characters an edit adds, the more words must show it: "Sept" → "September" is not a rule. */
function isRule(seen: SeenEdit | undefined): boolean {
  return seen !== undefined && seen.words > addedBy(seen.edit);
}

/** The character before the ending that an edit replaces. */
function characterBefore(word: string, { end }: Edit): string {
  return word.charAt(word.length - end.length - 1);
}
