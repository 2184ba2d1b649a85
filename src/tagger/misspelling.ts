// Misspelt and abbreviated words that training lacks: which training word was meant. Universal Dependencies marks them
// with Typo=Yes and Abbr=Yes, and gives them the lemmas of the correct and whole words. A tagger overlooks many, so with a
// list of words that are spelt right, longer words that are not on it count as misspelt if they are one slip from a
// training word.
import type { LemmaEntry, TaggedWord } from './lemmaEntry.js';
import type { LemmaWord } from './lemmaLines.js';
import type { LemmaTable } from './lemmaTable.js';

/** Shorter words are too much like others: marked ones, unmarked ones, and those that lack their last letter. */
const SHORTEST = 4;
const SHORTEST_UNMARKED = 7;
const SHORTEST_CUT = 5;

/** A UPOS with at most so many words is one of function words, where an abbreviation can mean only one. */
const FEW_WORDS = 500;

/** The most letters that are forgotten at the end of a word. */
const MOST_FORGOTTEN = 2;

interface Meant extends LemmaWord {
  /** With repeated letters written once: "sooooo" → "so", "commment" → "coment". */
  readonly squeezed: string;
}

export class Misspellings {
  readonly #table: LemmaTable;
  readonly #rightWords: ReadonlySet<string> | undefined;
  /** The training words by first letter and by the length of their squeezed form; sorted at first use. */
  #byLetter: ReadonlyMap<string, ReadonlyMap<number, readonly Meant[]>> | undefined;

  /** `rightWords` are in lower case; without them only marked words count as misspelt. */
  constructor(table: LemmaTable, rightWords?: ReadonlySet<string>) {
    this.#table = table;
    this.#rightWords = rightWords;
  }

  /**
   * The lemma, in lower case, of the training word that was meant by an unseen word; undefined if the word is not
   * misspelt, or nothing is like it. Of words with the same UPOS, those that differ in the number of repeated letters only
   * come first, then the most frequent. Lengthened words, such as "sooo", are often taken for interjections, so the
   * word that was meant may have another UPOS.
   */
  lemmaOf({ form, upos, tag }: TaggedWord): string | undefined {
    const word = form.toLowerCase();
    if (isAbbreviation(tag)) return this.#wholeLemma(word, upos);
    const isMarked = isTypo(tag);
    const isLengthened = /(\p{L})\1{2}/u.test(word);
    const isSuspect = upos !== 'PROPN' && isSlippery(word) && this.#isUnfamiliar(word);
    if (!isMarked && !isLengthened && !isSuspect) return undefined;
    const asked = squeezed(word);
    let meant: string | undefined;
    let most = 0;
    // A slip is never in the first letter.
    for (const known of this.#like(asked, isMarked ? undefined : asked.slice(0, 1))) {
      const isRepeated = known.squeezed === asked;
      const isLike = isRepeated ? isMarked || isLengthened : isMarked && isMistake(asked, known.squeezed);
      if (!isLike && !(isSuspect && isSlip(word, asked, known))) continue;
      for (const entry of known.entries) {
        const isSame = entry.upos === upos;
        if (isTypo(entry.tag) || !(isSame || (isRepeated && isLengthened))) continue;
        // However frequent the word is, repeated letters are more likely than other mistakes, and the same UPOS is. Words
        // of a lexicon weigh nothing.
        const weight = entry.times * (isRepeated ? 1e6 : 1) * (isSame ? 1e6 : 1);
        if (weight <= most) continue;
        [meant, most] = [entry.lemma.toLowerCase(), weight];
      }
    }
    return meant;
  }

  /** The lemma of the most frequent function word that has the letters of an abbreviation in their order. */
  #wholeLemma(word: string, upos: string): string | undefined {
    const letters = word.replace(/\P{L}/gu, '');
    const words = this.#table.wordsOf(upos);
    if (letters.length < 2 || words.length > FEW_WORDS) return undefined;
    const entries = words
      .filter((known) => known.word[0] === letters[0] && hasInOrder(known.word, letters))
      .flatMap((known) => known.entries)
      .filter((entry) => entry.upos === upos && !isTypo(entry.tag) && !isAbbreviation(entry.tag));
    const most = entries.reduce<LemmaEntry | undefined>(
      (a, b) => (a && a.times >= b.times ? a : b),
      undefined,
    );
    return most?.lemma.toLowerCase();
  }

  /** Those of some words that would count as misspelt if they were not known to be right, in lower case, sorted. */
  suspectsAmong(words: Iterable<string>): string[] {
    const isSuspect = (word: string) => {
      if (!isSlippery(word) || this.#table.entriesOf(word).length > 0) return false;
      const asked = squeezed(word);
      return this.#like(asked, asked.slice(0, 1)).some((known) => isSlip(word, asked, known));
    };
    const lower = new Set(Array.from(words, (word) => word.toLowerCase()));
    return [...lower].filter((word) => isSuspect(word)).sort();
  }

  #isUnfamiliar(word: string): boolean {
    return this.#rightWords !== undefined && !this.#rightWords.has(word);
  }

  /** The training words whose squeezed form is about as long, with any first letter or a given one. */
  #like({ length }: string, letter?: string): readonly Meant[] {
    this.#byLetter ??= sorted(this.#table);
    const own = letter === undefined ? [...this.#byLetter.values()] : [this.#byLetter.get(letter)];
    return own.flatMap((words) => [length - 1, length, length + 1].flatMap((one) => words?.get(one) ?? []));
  }
}

function sorted(table: LemmaTable): Map<string, Map<number, Meant[]>> {
  const byLetter = new Map<string, Map<number, Meant[]>>();
  for (const { word, entries } of table.all()) {
    const short = squeezed(word);
    const byLength = byLetter.get(short.slice(0, 1)) ?? new Map<number, Meant[]>();
    byLetter.set(short.slice(0, 1), byLength);
    const own = byLength.get(short.length) ?? [];
    byLength.set(short.length, own);
    own.push({ word, entries, squeezed: short });
  }
  return byLetter;
}

/** Whether a word, in lower case and without a mark, is one that could be a slip. */
function isSlippery(word: string): boolean {
  return word.length >= SHORTEST_CUT && /^\p{L}+$/u.test(word);
}

/**
 * Whether a word that is marked is another one with one mistake. A wrong letter in a short word makes too many others,
 * unless only its accent is wrong.
 */
function isMistake(asked: string, known: string): boolean {
  const mistake = mistakeIn(asked, known);
  const isOther = mistake === 'letter' && withoutAccents(asked) !== withoutAccents(known);
  const isWord = /\p{L}$/u.test(known) || !/\p{L}$/u.test(asked);
  return mistake !== undefined && isWord && asked.length >= (isOther ? SHORTEST_UNMARKED : SHORTEST);
}

function withoutAccents(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '');
}

/** A wrong letter more often makes another word that is right: "projective" is not "protective". */
function isTyped(mistake: ReturnType<typeof mistakeIn>): boolean {
  return mistake === 'number' || mistake === 'order';
}

/**
 * Whether such a word is probably another one with a slip: a letter too many or too few or two swapped, but neither the
 * first nor the last, or the last letter forgotten.
 */
function isSlip(word: string, asked: string, { word: known, squeezed: short }: Meant): boolean {
  if (known.length === word.length + 1 && known.startsWith(word)) return /\p{L}$/u.test(known);
  return (
    word.length >= SHORTEST_UNMARKED &&
    asked.at(-1) === short.at(-1) &&
    (asked === short || isTyped(mistakeIn(asked, short))) &&
    /^\p{L}+$/u.test(known)
  );
}

/**
 * Whether a word is only the beginning of its lemma, because a blank divides it by mistake, as in "any one". Its lemma says
 * nothing about the same letters elsewhere.
 */
export function isPartOfWord({ form, tag, lemma }: LemmaEntry): boolean {
  return (
    isTypo(tag) &&
    lemma.length > form.length + MOST_FORGOTTEN &&
    lemma.toLowerCase().startsWith(form.toLowerCase())
  );
}

/** Whether a word is only the beginning of an address, by such a mistake. It is somebody's, and nobody else's. */
export function isPartOfAddress(entry: LemmaEntry): boolean {
  return isPartOfWord(entry) && entry.lemma.includes('@');
}

function isTypo(tag: string): boolean {
  return /\bTypo=Yes\b/.test(tag);
}

function isAbbreviation(tag: string): boolean {
  return /\bAbbr=Yes\b/.test(tag);
}

/** Whether a word has some letters, in their order. */
export function hasInOrder(word: string, letters: string): boolean {
  let found = 0;
  for (const letter of word) if (letter === letters[found]) found++;
  return found === letters.length;
}

function squeezed(word: string): string {
  return word.replace(/(\p{L})\1+/gu, '$1');
}

/** The one mistake between two words, if it is one: a letter too many or too few, a wrong one, or two swapped. */
export function mistakeIn(a: string, b: string): 'number' | 'letter' | 'order' | undefined {
  if (a === b || Math.abs(a.length - b.length) > 1) return undefined;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const rest = Math.min(a.length, b.length) - start;
  let end = 0;
  while (end < rest && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [x, y] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (x.length <= 1 && y.length <= 1) return x.length === y.length ? 'letter' : 'number';
  return x.length === 2 && y.length === 2 && x[0] === y[1] && x[1] === y[0] ? 'order' : undefined;
}
