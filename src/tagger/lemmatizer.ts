// Lemmas of tagged words. A word seen in training with its tags has the lemma that it had there. The lemma of another one
// is made by an edit that fits it, as likely as words that end alike say, and more so if the lemma is a word that is known.
import { addedBy, type Edit, edited, editOf } from './edit.js';
import { Endings, type Example } from './endings.js';
import { letterCases, shapeOf, written } from './letterCase.js';

/** A word as a lemmatizer sees it: `tag` is what it goes by besides UPOS. */
export interface TaggedWord {
  readonly form: string;
  readonly upos: string;
  readonly tag: string;
}

export interface LemmatizerData {
  /** Pairs of UPOS and the other tag. */
  readonly tags: readonly (readonly [upos: string, tag: string])[];
  /** Words of training: the form, the number of its tags, the lemma that it has most often with them, and how often. */
  readonly words: readonly (readonly [form: string, tags: number, lemma: string, times: number])[];
}

interface Entry extends TaggedWord {
  readonly lemma: string;
  readonly lowerLemma: string;
  readonly times: number;
}

/** What makes a lemma likelier than the edit alone does, by factors. */
export const weights = {
  /** It is a word that is known. */
  word: 10,
  /** It is the lemma that the form has elsewhere with the same UPOS. */
  sameUpos: 1000,
  /** It is the lemma that the form has elsewhere. */
  sameForm: 20,
  /** What a lemma that no edit makes is taken for. */
  least: 1e-5,
};

/** Text without end has words without end: the lemmas kept are thrown away at this many. */
const MOST_LEMMAS = 30_000;

export class Lemmatizer {
  readonly data: LemmatizerData;
  readonly #isWord: (word: string) => boolean;
  readonly #entries = new Map<string, Entry[]>(); // by form in lower case
  #lemmas = new Map<string, string>();
  #guesses: Guesses | undefined;

  /** `isWord` says of words in lower case whether they are known from elsewhere. */
  constructor(data: LemmatizerData, isWord: (word: string) => boolean = () => false) {
    this.data = data;
    this.#isWord = isWord;
    for (const [form, tags, lemma, times] of data.words) {
      const [upos, tag] = data.tags[tags];
      const entry = { form, upos, tag, lemma, lowerLemma: lemma.toLowerCase(), times };
      const lower = form.toLowerCase();
      const list = this.#entries.get(lower);
      if (list) list.push(entry);
      else this.#entries.set(lower, [entry]);
    }
  }

  /** What words of training teach; those without a lemma teach nothing. */
  static dataOf(words: Iterable<TaggedWord & { readonly lemma: string }>): LemmatizerData {
    const tags = new Map<string, number>();
    const kinds = new Map<string, { form: string; tags: number; lemmas: Map<string, number> }>();
    for (const { form, upos, tag, lemma } of words) {
      if (lemma === '' || (lemma === '_' && form !== '_')) continue;
      const pair = `${upos}\t${tag}`;
      const number = tags.get(pair) ?? tags.size;
      tags.set(pair, number);
      const key = `${number}\t${form}`;
      let kind = kinds.get(key);
      if (!kind) kinds.set(key, (kind = { form, tags: number, lemmas: new Map() }));
      kind.lemmas.set(lemma, (kind.lemmas.get(lemma) ?? 0) + 1);
    }
    return {
      tags: [...tags.keys()].map((pair) => pair.split('\t') as [string, string]),
      words: [...kinds.values()].map(({ form, tags: number, lemmas }) => {
        const [lemma, times] = mostOf(lemmas);
        return [form, number, lemma, times];
      }),
    };
  }

  lemma(word: TaggedWord): string {
    const key = `${word.upos}\t${word.tag}\t${word.form}`;
    let lemma = this.#lemmas.get(key);
    if (lemma === undefined) {
      lemma = this.#find(word);
      if (this.#lemmas.size >= MOST_LEMMAS) this.#lemmas = new Map();
      // A copy, since a form that was cut out of a text would keep the whole text in memory.
      this.#lemmas.set(Array.from(key).join(''), lemma);
    }
    return lemma;
  }

  #find(word: TaggedWord): string {
    const { form, upos, tag } = word;
    const lower = form.toLowerCase();
    const known = this.#entries.get(lower) ?? [];
    const sameTags = known.filter((entry) => entry.upos === upos && entry.tag === tag);
    const same = sameTags.find((entry) => entry.form === form);
    if (same) return same.lemma;
    if (sameTags.length > 0 && !(weights as any).recase) return mostOf(timesOf(sameTags, (entry) => entry.lemma))[0];
    // recase
    this.#guesses ??= new Guesses([...this.#entries.values()].flat());
    const guesses = this.#guesses;
    if (sameTags.length > 0) return written(mostOf(timesOf(sameTags, (entry) => entry.lowerLemma))[0], form, guesses.letterCaseOf(word));
    const scores = new Map<string, number>();
    for (const { lowerLemma } of known) scores.set(lowerLemma, weights.least);
    for (const [lemma, share] of guesses.lemmasOf(lower, upos, tag)) {
      scores.set(lemma, (scores.get(lemma) ?? 0) + share);
    }
    const sameUpos = new Set(known.filter((entry) => entry.upos === upos).map((entry) => entry.lowerLemma));
    const sameForm = new Set(known.map((entry) => entry.lowerLemma));
    let best: [string, number] = [lower, 0];
    for (const [lemma, share] of scores) {
      const isKnown = lemma !== lower && (guesses.isLemma(lemma, upos) || this.#isWord(lemma));
      const seen = sameUpos.has(lemma) ? weights.sameUpos : sameForm.has(lemma) ? weights.sameForm : 1;
      const score = share * seen * (isKnown ? weights.word : 1);
      if (score > best[1] || (score === best[1] && lemma < best[0])) best = [lemma, score];
    }
    return written(best[0], form, guesses.letterCaseOf(word));
  }
}

/** What words teach about others. */
class Guesses {
  readonly #edits: Edit[] = [];
  readonly #endings: Endings;
  readonly #cases: Endings;
  readonly #lemmas: Set<string>;

  constructor(entries: readonly Entry[]) {
    this.#lemmas = new Set(entries.map(({ upos, lowerLemma }) => `${upos}\t${lowerLemma}`));
    const numbers = new Map<string, number>();
    const words: Set<string>[] = [];
    const examples: Example[] = [];
    const cases: Example[] = [];
    for (const { form, upos, tag, lemma, lowerLemma } of entries) {
      const word = form.toLowerCase();
      const edit = editOf(word, lowerLemma);
      const key = JSON.stringify(edit);
      const label = numbers.get(key) ?? this.#edits.length;
      if (label === this.#edits.length) {
        numbers.set(key, label);
        this.#edits.push(edit);
        words.push(new Set());
      }
      words[label].add(word);
      examples.push({ word, general: upos, special: tag, label });
      const letterCase = letterCases.findIndex((one) => written(lowerLemma, form, one) === lemma);
      const shape = shapeOf(form);
      if (letterCase >= 0) cases.push({ word, general: `${upos} ${shape}`, special: tag, label: letterCase });
    }
    // What an edit adds must be seen with more words the longer it is: "Sept" → "September" is no rule.
    this.#endings = new Endings(
      examples.filter(({ label }) => {
        return words[label].size > addedBy(this.#edits[label]);
      }),
    );
    this.#cases = new Endings(cases);
  }

  isLemma(lemma: string, upos: string): boolean {
    return this.#lemmas.has(`${upos}\t${lemma}`);
  }

  *lemmasOf(word: string, upos: string, tag: string): Generator<[lemma: string, share: number]> {
    for (const [label, share] of this.#endings.sharesOf(word, upos, tag)) {
      const lemma = edited(word, this.#edits[label]);
      if (lemma !== undefined) yield [lemma, share];
    }
  }

  letterCaseOf({ form, upos, tag }: TaggedWord) {
    const shape = shapeOf(form);
    const shares = this.#cases.sharesOf(form.toLowerCase(), `${upos} ${shape}`, tag);
    let best = letterCases.indexOf('word');
    for (const [label, share] of shares) if (share > (shares.get(best) ?? 0)) best = label;
    return letterCases[best];
  }
}

/** The most frequent, the first by name among equals. */
function mostOf(times: ReadonlyMap<string, number>): [name: string, times: number] {
  return [...times].reduce((a, b) => (b[1] > a[1] || (b[1] === a[1] && b[0] < a[0]) ? b : a));
}

function timesOf(entries: readonly Entry[], of: (entry: Entry) => string): Map<string, number> {
  const times = new Map<string, number>();
  for (const entry of entries) times.set(of(entry), (times.get(of(entry)) ?? 0) + entry.times);
  return times;
}
