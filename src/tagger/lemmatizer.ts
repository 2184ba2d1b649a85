// Lemmas of tagged words. A word seen in training with the same tags keeps its lemma. For other words, a lemma that the
// word has with other tags and edits of similar words propose lemmas, each with a probability. A lemma counts more if it
// is a known one, or the one that a network chose. The letter case is predicted apart.

import { editOf } from './edit.js';
import { type Evidence, Guesses } from './guesses.js';
import { KeptLemmas } from './keptLemmas.js';
import { LemmaCase } from './lemmaCase.js';
import { haveSameTags, isExample, type LemmaEntry, type TaggedWord, xposOf } from './lemmaEntry.js';
import type { LemmaTable } from './lemmaTable.js';
import { hasInOrder, isPartOfAddress, isPartOfWord, Misspellings } from './misspelling.js';
import { WrittenLemmas } from './writtenLemmas.js';

/** The factor for an edit that makes a known lemma; short ones, and those without letters, are known by chance. */
const KNOWN = 100;
const KNOWN_SHORT = 10;
const SHORT = 2;

/** The factor for a network's lemma, and what it has at least: no ending may suggest it. */
const ADVISED = 5;
const ADVISED_SHARE = 0.02;
const KNOWN_ADVISED = 10;

export class Lemmatizer {
  /** Whether its table comes from an older model file. */
  readonly isOlder: boolean;
  readonly #table: LemmaTable;
  readonly #guesses: Guesses;
  readonly #kept: KeptLemmas;
  readonly #written: WrittenLemmas;
  readonly #misspellings: Misspellings;
  readonly #lemmaCase: LemmaCase;
  /** The lemmas of each UPOS in lower case. */
  readonly #lemmas = new Map<string, ReadonlySet<string>>();

  /** `rightWords`, in lower case, are not misspelt, though they are like others. */
  constructor(table: LemmaTable, rightWords?: ReadonlySet<string>) {
    this.isOlder = table.data.tags.some(([, tag]) => !tag.includes(' '));
    this.#table = table;
    this.#guesses = new Guesses(table);
    this.#kept = new KeptLemmas(table);
    this.#written = new WrittenLemmas(table);
    this.#misspellings = new Misspellings(table, rightWords);
    this.#lemmaCase = new LemmaCase(table);
  }

  /** `advised` is the lemma that a network chose. */
  lemma(word: TaggedWord, advised?: string): string {
    const lower = word.form.toLowerCase();
    const entries = this.#table.entriesOf(lower).filter((entry) => !isPartOfAddress(entry));
    const sameTags = entries.filter((entry) => haveSameTags(entry, word));
    const same = sameTags.filter(({ form }) => form === word.form);
    if (same.length > 0) {
      return lemmaAmong(
        same.map(({ lemma, times }) => [lemma, times]),
        advised,
      );
    }
    const advisedLower = advised?.toLowerCase();
    const plausible =
      advisedLower !== undefined && isPlausible(advisedLower, lower, entries) ? advisedLower : undefined;
    const lemma =
      sameTags.length > 0
        ? lemmaAmong(
            sameTags.map(({ lemma, times }) => [lemma.toLowerCase(), times]),
            advisedLower,
          )
        : this.#guess(word, lower, entries, plausible);
    return this.#lemmaCase.written(lemma, word, entries);
  }

  /** Whether a word has its lemma whatever a network advises. */
  isCertain(word: TaggedWord): boolean {
    const lemma = this.lemma(word);
    const guesses = [...this.#guesses.lemmasOf(word.form.toLowerCase(), word.upos, word.tag)];
    return guesses.every((guess) => this.lemma(word, guess.lemma) === lemma);
  }

  /** The lemma, in lower case, of a word that training has with other tags only, or not at all. */
  #guess(
    word: TaggedWord,
    lower: string,
    entries: readonly LemmaEntry[],
    advised: string | undefined,
  ): string {
    const { upos, tag } = word;
    if (entries.length === 0) {
      const found = this.#written.lemmaOf(lower) ?? this.#misspellings.lemmaOf(word);
      if (found !== undefined) return found;
    }
    const isKnown = (lemma: string) => this.#lemmasOf(upos).has(lemma);
    const isOtherKnown = (lemma: string) => lemma !== lower && isKnown(lemma);
    // A lexicon lists single inflected forms: "dui" is the plural of "duo", but as a singular it is another word.
    const wholes = entries.filter(
      (entry) => !isPartOfWord(entry) && (isExample(entry) || xposOf(entry) === xposOf(word)),
    );
    const sameUpos = wholes.filter((entry) => entry.upos === upos);
    const seen = (sameUpos.length > 0 ? sameUpos : wholes).map((entry, _, { length }) => ({
      lemma: entry.lemma.toLowerCase(),
      share: this.#kept.share(entry, word) / length,
    }));
    const rest = seen.reduce((left, { share }) => left - share, 1);
    const guesses = Array.from(this.#guesses.lemmasOf(lower, upos, tag), (guess) => ({
      ...guess,
      weight: rest * guess.share * (isOtherKnown(guess.lemma) ? knownFactor(guess.lemma) : 1),
    }));
    /** The weights of the lemmas that some evidence allows, or of all. */
    const weightsBy = (evidence: Evidence | 'none needed') => {
      const shares = new Map([[lower, 0]]);
      const add = (lemma: string, share: number) => shares.set(lemma, (shares.get(lemma) ?? 0) + share);
      for (const { lemma, share } of seen) add(lemma, share);
      for (const { lemma, weight, isFit, isRule } of guesses) {
        const isAllowed =
          evidence === 'none needed' || (isFit(evidence) && (isKnown(lemma) || isRule(evidence)));
        if (isAllowed) add(lemma, weight);
      }
      if (advised !== undefined) {
        const isAllowed =
          evidence === 'none needed' ||
          isKnown(advised) ||
          this.#guesses.hasRule(lower, advised, upos, evidence);
        if (isAllowed) add(advised, ADVISED_SHARE * (isOtherKnown(advised) ? KNOWN_ADVISED : 1));
      }
      return Array.from(shares, ([lemma, share]): [string, number] => [
        lemma,
        share * (lemma === advised ? ADVISED : 1),
      ]);
    };
    // Words of other UPOS may allow more lemmas; they are asked only if one of these could win.
    const weights = weightsBy('upos');
    const best = mostOf(weights);
    const [, least] = weights.find(([lemma]) => lemma === best) ?? [best, 0];
    const isSure = weightsBy('none needed').every(([lemma, most]) => lemma === best || most < least);
    return isSure ? best : mostOf(weightsBy('all'));
  }

  #lemmasOf(upos: string): ReadonlySet<string> {
    let lemmas = this.#lemmas.get(upos);
    if (!lemmas) {
      const own = new Set<string>();
      for (const { entries } of this.#table.wordsOf(upos)) {
        for (const entry of entries) if (entry.upos === upos) own.add(entry.lemma.toLowerCase());
      }
      this.#lemmas.set(upos, own);
      lemmas = own;
    }
    return lemmas;
  }
}

/**
 * Whether a network's lemma for a word can be one: training has it for the word, or it keeps half of the word, or all of its
 * letters in their order. "pls" may be "please", but not "thousand".
 */
function isPlausible(lemma: string, word: string, entries: readonly LemmaEntry[]): boolean {
  if (entries.some((entry) => entry.lemma.toLowerCase() === lemma)) return true;
  const { start, end } = editOf(word, lemma);
  return 2 * (start.length + end.length) <= word.length || hasInOrder(lemma, word);
}

function knownFactor(lemma: string): number {
  return lemma.length > SHORT && /\p{L}/u.test(lemma) ? KNOWN : KNOWN_SHORT;
}

/** The advised lemma if it is among those of the word, else the most frequent one. */
function lemmaAmong(
  lemmas: readonly (readonly [lemma: string, times: number])[],
  advised: string | undefined,
): string {
  return advised !== undefined && lemmas.some(([lemma]) => lemma === advised) ? advised : mostOf(lemmas);
}

/** The name with the largest sum of weights; ties go to the first name in order. */
function mostOf(weighted: readonly (readonly [name: string, weight: number])[]): string {
  const sums = new Map<string, number>();
  for (const [name, weight] of weighted) sums.set(name, (sums.get(name) ?? 0) + weight);
  return [...sums].reduce((a, b) => (b[1] > a[1] || (b[1] === a[1] && b[0] < a[0]) ? b : a))[0];
}
