// Predicts the letter case of lemmas of unseen words. It depends on the tags and on how the word is written, and on how
// training writes the same lemma beside other words: "asia" has the lemma "Asia" if training has "Asia" but no "asia".
import { shapeOf } from '../encoder/shape.js';
import { haveSameTags, isExample, type LemmaEntry, type TaggedWord, xposOf } from './lemmaEntry.js';
import type { LemmaTable } from './lemmaTable.js';
import { type LetterCase, letterCases, written } from './letterCase.js';
import { Counts, mixed, type Shares, trustIn } from './shares.js';

/** A letter case or, if none makes the lemma, as training writes it beside the most similar word. */
type Writing = LetterCase | 'known';

/** What the writing of a lemma depends on, apart from the UPOS. */
interface Surroundings {
  /** The letter case of the word and, of words in capitals, whether they are for emphasis. */
  readonly shape: string;
  readonly xpos: string;
  /** How training writes the lemma beside other words. */
  readonly known: string;
}

/** Training words with the same surroundings; each serves as an example of a word that training lacks. */
interface Group extends Surroundings {
  readonly writings: Counts<Writing>;
}

/** The contexts of a UPOS from general to special, as tests of groups for a word. */
const contexts: readonly ((group: Group, word: Surroundings) => boolean)[] = [
  (group, word) => group.shape === word.shape,
  (group, word) => group.shape === word.shape && group.xpos === word.xpos,
  (group, word) => group.shape === word.shape && group.known === word.known,
  (group, word) => group.shape === word.shape && group.known === word.known && group.xpos === word.xpos,
];

export class LemmaCase {
  readonly #table: LemmaTable;
  readonly #groups = new Map<string, readonly Group[]>();
  /** The counts in the contexts of a UPOS. */
  readonly #counts = new Map<string, readonly Counts<Writing>[]>();

  constructor(table: LemmaTable) {
    this.#table = table;
  }

  /** Writes a lower-case lemma; `entries` are the training words that differ from the word in letter case or tags. */
  written(lemma: string, word: TaggedWord, entries: readonly LemmaEntry[]): string {
    const others = othersOf(word, lemma, entries);
    const surroundings = surroundingsOf(word, others);
    const counts = this.#countsOf(word.upos, surroundings);
    const texts = [...writingsOf(lemma, word, others)];
    const sumsBy = (general: Shares<Writing>) => {
      const shares = counts.reduce((all, one) => mixed(all, one), general);
      const sums = new Map<string, number>([[written(lemma, word.form, 'word'), 0]]);
      for (const [writing, text] of texts) sums.set(text, (sums.get(text) ?? 0) + (shares.get(writing) ?? 0));
      return sums;
    };
    // The most general context, all words of the shape, takes long to count, and hardly ever decides.
    const sums = sumsBy(new Map());
    const [first, most] = largest(sums);
    const doubt = counts.reduce((rest, one) => rest * (1 - trustIn(one)), 1);
    const isSure = [...sums].every(([text, sum]) => text === first || sum + doubt < most - ROUNDING);
    return isSure ? first : largest(sumsBy(mixed(new Map(), this.#countsOfShape(surroundings.shape))))[0];
  }

  #countsOf(upos: string, word: Surroundings): readonly Counts<Writing>[] {
    const key = `${upos}\t${word.shape}\t${word.xpos}\t${word.known}`;
    let counts = this.#counts.get(key);
    if (!counts) {
      const groups = this.#groupsOf(upos);
      counts = contexts.map((fits) => sumOf(groups.filter((group) => fits(group, word))));
      this.#counts.set(key, counts);
    }
    return counts;
  }

  #countsOfShape(shape: string): Counts<Writing> {
    const all = [...this.#table.uposes].flatMap((upos) => this.#groupsOf(upos));
    return sumOf(all.filter((group) => group.shape === shape));
  }

  #groupsOf(upos: string): readonly Group[] {
    let groups = this.#groups.get(upos);
    if (!groups) {
      groups = groupsIn(this.#table, upos);
      this.#groups.set(upos, groups);
    }
    return groups;
  }
}

/** More than the error of a sum of a few shares. */
const ROUNDING = 1e-9;

function groupsIn(table: LemmaTable, upos: string): Group[] {
  const groups = new Map<string, Group>();
  for (const word of table.wordsOf(upos)) {
    // Words of a lexicon would make those that only training has look like names.
    const entries = word.entries.filter(isExample);
    for (const entry of entries) {
      if (entry.upos !== upos) continue;
      const lower = entry.lemma.toLowerCase();
      const others = entries.length === 1 ? [] : othersOf(entry, lower, entries);
      const writing = writingOf(entry, lower, others);
      if (writing === undefined) continue;
      const known = others.length === 0 ? '' : shapesOf(others);
      const shape = wordShapeOf(entry.form);
      const key = `${shape}\t${entry.tag}\t${known}`;
      let group = groups.get(key);
      if (!group) {
        group = { shape, xpos: xposOf(entry), known, writings: new Counts() };
        groups.set(key, group);
      }
      group.writings.add(writing);
    }
  }
  return [...groups.values()];
}

function writingOf(entry: LemmaEntry, lower: string, others: readonly LemmaEntry[]): Writing | undefined {
  // The first writing, and by far the most frequent one.
  if (entry.lemma === lower) return 'lower';
  for (const [writing, text] of writingsOf(lower, entry, others)) if (text === entry.lemma) return writing;
  return undefined;
}

/** The other entries that have a lemma, whatever its letter case. */
function othersOf(word: TaggedWord, lower: string, entries: readonly LemmaEntry[]): LemmaEntry[] {
  return entries.filter(
    (one) => one.lemma.toLowerCase() === lower && !(one.form === word.form && haveSameTags(one, word)),
  );
}

/** The texts of a lemma in each writing. */
function* writingsOf(
  lower: string,
  word: TaggedWord,
  others: readonly LemmaEntry[],
): Generator<[Writing, string]> {
  for (const one of letterCases) yield [one, written(lower, word.form, one)];
  if (others.length === 0) return;
  const rank = (one: LemmaEntry) =>
    (one.upos === word.upos ? 4 : 0) +
    (haveSameTags(one, word) ? 1 : 0) +
    (one.form === word.form ? 2 : 0) +
    1 -
    1 / (one.times + 1);
  yield ['known', others.reduce((a, b) => (rank(b) > rank(a) ? b : a)).lemma];
}

function surroundingsOf(word: TaggedWord, others: readonly LemmaEntry[]): Surroundings {
  return { shape: wordShapeOf(word.form), xpos: xposOf(word), known: shapesOf(others) };
}

/** Longer words in capitals are emphasized ones rather than acronyms or codes. */
const EMPHASIZED = /^\p{L}{5,}$/u;

function wordShapeOf(form: string): string {
  const shape = shapeOf(form);
  return shape === 'upper' && EMPHASIZED.test(form) ? 'emphasized' : shape;
}

function shapesOf(entries: readonly LemmaEntry[]): string {
  return [...new Set(entries.map(({ lemma }) => shapeOf(lemma)))].sort().join();
}

function sumOf(groups: readonly Group[]): Counts<Writing> {
  const sum = new Counts<Writing>();
  for (const { writings } of groups) for (const [writing, times] of writings) sum.add(writing, times);
  return sum;
}

/** The first of the largest sums. */
function largest(sums: ReadonlyMap<string, number>): [text: string, sum: number] {
  return [...sums].reduce((a, b) => (b[1] > a[1] ? b : a));
}
