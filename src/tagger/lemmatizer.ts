// Lemmas of tagged words. A word seen in training with the same tags keeps its lemma. For other words, edits that fit
// propose lemmas, each with a probability from words with similar endings. A lemma counts more if it is a known one,
// and if the word had it in training with other tags.
import { Guesses, type TaggedWord } from './guesses.js';
import { written } from './letterCase.js';

export interface LemmatizerData {
  /** Pairs of UPOS and the other tag: XPOS and features with a blank between them, or one of the two in older files. */
  readonly tags: readonly (readonly [upos: string, tag: string])[];
  /** Training words: the form, the index of its tags, its most frequent lemma with them, and that lemma's count. */
  readonly words: readonly (readonly [form: string, tags: number, lemma: string, times: number])[];
}

/** A training word. */
interface Entry extends TaggedWord {
  readonly lemma: string;
  readonly times: number;
}

/** Added to a lemma's weight for each training entry of the word, with other tags, that has this lemma. */
const SEEN = 1;

/** The factors for a lemma seen with the same word and UPOS, and for a known lemma. */
const SAME_UPOS = 100;
const KNOWN = 10;

/** The factor for a network's lemma of a word that training lacks, and its least weight: no ending may suggest it. */
const ADVISED = 3;
const ADVISED_SHARE = 0.02;

/** The cache is cleared at this many lemmas, since an endless stream has endless words. */
const MOST_LEMMAS = 30_000;

export class Lemmatizer {
  /** Whether its data come from an older model file. */
  readonly isOlder: boolean;
  /** Keyed by the form in lower case. */
  readonly #entries = new Map<string, Entry[]>();
  /** UPOS and lemma in lower case. */
  readonly #lemmas = new Set<string>();
  #guesses: Guesses | undefined;
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
    const { form, upos, tag } = word;
    const lower = form.toLowerCase();
    const entries = this.#entries.get(lower) ?? [];
    const sameTags = entries.filter((entry) => entry.upos === upos && entry.tag === tag);
    const same = sameTags.filter((entry) => entry.form === form);
    for (const list of [same, sameTags]) {
      if (list.length === 0) continue;
      if (list.some(({ lemma }) => lemma === advised)) return advised as string;
      return mostOf(list.map(({ lemma, times }) => [lemma, times]))[0];
    }
    this.#guesses ??= new Guesses([...this.#entries.values()].flat());
    const shares = new Map([[lower, 0]]);
    const advisedLower = advised?.toLowerCase();
    const isNew = advisedLower !== undefined && entries.length === 0;
    if (isNew) shares.set(advisedLower, ADVISED_SHARE);
    const add = (lemma: string, share: number) => shares.set(lemma, (shares.get(lemma) ?? 0) + share);
    for (const [lemma, share] of this.#guesses.lemmasOf(lower, upos, tag)) add(lemma, share);
    for (const { lemma } of entries) add(lemma.toLowerCase(), SEEN);
    const sameUpos = entries.filter((entry) => entry.upos === upos);
    const scores = Array.from(shares, ([lemma, share]): [string, number] => {
      const wasSeen = sameUpos.some((entry) => entry.lemma.toLowerCase() === lemma);
      const isKnown = lemma !== lower && this.#lemmas.has(`${upos}\t${lemma}`);
      return [
        lemma,
        share *
          (wasSeen ? SAME_UPOS : 1) *
          (isKnown ? KNOWN : 1) *
          (isNew && lemma === advisedLower ? ADVISED : 1),
      ];
    });
    const [best] = mostOf(scores);
    if (best === advisedLower) return advised as string;
    return written(best, form, this.#guesses.letterCaseOf(word));
  }
}

/** Whether a treebank gives the lemma of a word: of a word split into pieces, only one has it. */
export function hasLemma({ form, lemma }: { readonly form: string; readonly lemma: string }): boolean {
  return lemma !== '' && (lemma !== '_' || form === '_');
}

/** The name with the largest sum of weights, and that sum; ties go to the first name in order. */
function mostOf(weighted: Iterable<readonly [name: string, weight: number]>): [name: string, sum: number] {
  const sums = new Map<string, number>();
  for (const [name, weight] of weighted) sums.set(name, (sums.get(name) ?? 0) + weight);
  return [...sums].reduce((a, b) => (b[1] > a[1] || (b[1] === a[1] && b[0] < a[0]) ? b : a));
}
