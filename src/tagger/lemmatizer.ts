// Lemmas of tagged words. A word seen in training with the same tags keeps its lemma. For other words, a lemma that the
// word has with other tags and edits of similar words propose lemmas, each with a probability. A lemma counts more if it
// is a known one, or the one that a network chose. The letter case is predicted apart.

import { Guesses } from './guesses.js';
import { KeptLemmas } from './keptLemmas.js';
import { LemmaCase } from './lemmaCase.js';
import { haveSameTags, type LemmaEntry, type TaggedWord } from './lemmaEntry.js';
import { isMisspelt, meantLemma } from './misspelling.js';

export interface LemmatizerData {
  /** Pairs of UPOS and the other tag: XPOS and features with a blank between them, or one of the two in older files. */
  readonly tags: readonly (readonly [upos: string, tag: string])[];
  /** Training words: the form, the index of its tags, its most frequent lemma with them, and that lemma's count. */
  readonly words: readonly (readonly [form: string, tags: number, lemma: string, times: number])[];
}

/** What training teaches about words that it lacks. */
interface Learned {
  readonly guesses: Guesses;
  readonly kept: KeptLemmas;
  readonly lemmaCase: LemmaCase;
}

/** The factor for a known lemma. */
const KNOWN = 10;

/** The factor for a network's lemma, and what it has at least: no ending may suggest it. */
const ADVISED = 5;
const ADVISED_SHARE = 0.02;

/** The cache is cleared at this many lemmas, since an endless stream has endless words. */
const MOST_LEMMAS = 30_000;

export class Lemmatizer {
  /** Whether its data come from an older model file. */
  readonly isOlder: boolean;
  /** Keyed by the form in lower case. */
  readonly #entries = new Map<string, LemmaEntry[]>();
  /** UPOS and lemma in lower case. */
  readonly #lemmas = new Set<string>();
  #learned: Learned | undefined;
  #found = new Map<string, string>();

  constructor({ tags, words }: LemmatizerData) {
    this.isOlder = tags.some(([, tag]) => !tag.includes(' '));
    for (const [form, number, lemma, times] of words) {
      const [upos, tag] = tags[number];
      const entry = { form, upos, tag, lemma, times };
      const lower = form.toLowerCase();
      const list = this.#entries.get(lower);
      if (list) list.push(entry);
      else this.#entries.set(lower, [entry]);
      this.#lemmas.add(`${upos}\t${lemma.toLowerCase()}`);
    }
  }

  /** The data of the training words; those without a lemma are skipped. */
  static dataOf(words: Iterable<TaggedWord & { readonly lemma: string }>): LemmatizerData {
    const tags = new Map<string, number>();
    const times = new Map<string, number>();
    for (const word of words) {
      if (!hasLemma(word)) continue;
      const { form, upos, tag, lemma } = word;
      const number = tags.get(`${upos}\t${tag}`) ?? tags.size;
      tags.set(`${upos}\t${tag}`, number);
      const key = JSON.stringify([form, number, lemma]);
      times.set(key, (times.get(key) ?? 0) + 1);
    }
    return {
      tags: [...tags.keys()].map((pair) => pair.split('\t') as [string, string]),
      words: Array.from(times, ([key, count]) => {
        const [form, number, lemma] = JSON.parse(key) as [string, number, string];
        return [form, number, lemma, count];
      }),
    };
  }

  /** `advised` is the lemma that a network chose. */
  lemma(word: TaggedWord, advised?: string): string {
    const key = `${word.upos}\t${word.tag}\t${word.form}\t${advised ?? ''}`;
    let lemma = this.#found.get(key);
    if (lemma === undefined) {
      lemma = this.#find(word, advised);
      if (this.#found.size >= MOST_LEMMAS) this.#found.clear();
      this.#found.set(key, lemma);
    }
    return lemma;
  }

  #find(word: TaggedWord, advised: string | undefined): string {
    const lower = word.form.toLowerCase();
    const entries = this.#entries.get(lower) ?? [];
    const sameTags = entries.filter((entry) => haveSameTags(entry, word));
    const same = sameTags.filter(({ form }) => form === word.form);
    if (same.length > 0) {
      return lemmaAmong(
        same.map(({ lemma, times }) => [lemma, times]),
        advised,
      );
    }
    this.#learned ??= {
      guesses: new Guesses(this.#entries),
      kept: new KeptLemmas(this.#entries),
      lemmaCase: new LemmaCase(this.#entries),
    };
    const advisedLower = advised?.toLowerCase();
    const lemma =
      sameTags.length > 0
        ? lemmaAmong(
            sameTags.map(({ lemma, times }) => [lemma.toLowerCase(), times]),
            advisedLower,
          )
        : this.#guess(word, lower, entries, advisedLower, this.#learned);
    return this.#learned.lemmaCase.written(lemma, word, entries);
  }

  /** The lemma, in lower case, of a word that training has with other tags only, or not at all. */
  #guess(
    word: TaggedWord,
    lower: string,
    entries: readonly LemmaEntry[],
    advised: string | undefined,
    { guesses, kept }: Learned,
  ): string {
    const { form, upos, tag } = word;
    if (entries.length === 0 && isMisspelt(form, tag)) {
      const meant = meantLemma(lower, upos, tag, this.#entries);
      if (meant !== undefined) return meant;
    }
    const isKnown = (lemma: string) => this.#lemmas.has(`${upos}\t${lemma}`);
    const shares = new Map([[lower, 0]]);
    const add = (lemma: string, share: number) => shares.set(lemma, (shares.get(lemma) ?? 0) + share);
    const sameUpos = entries.filter((entry) => entry.upos === upos);
    const seen = sameUpos.length > 0 ? sameUpos : entries;
    let rest = 1;
    for (const entry of seen) {
      const share = kept.share(entry, word) / seen.length;
      add(entry.lemma.toLowerCase(), share);
      rest -= share;
    }
    for (const { lemma, share, isRule } of guesses.lemmasOf(lower, upos, tag)) {
      if (isRule || isKnown(lemma)) add(lemma, rest * share);
    }
    if (advised !== undefined && (isKnown(advised) || guesses.hasRule(lower, advised))) {
      add(advised, ADVISED_SHARE);
    }
    return mostOf(
      Array.from(shares, ([lemma, share]): [string, number] => [
        lemma,
        share * (lemma !== lower && isKnown(lemma) ? KNOWN : 1) * (lemma === advised ? ADVISED : 1),
      ]),
    );
  }
}

/** Whether a treebank gives the lemma of a word: of a word split into pieces, only one has it. */
export function hasLemma({ form, lemma }: { readonly form: string; readonly lemma: string }): boolean {
  return lemma !== '' && (lemma !== '_' || form === '_');
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
