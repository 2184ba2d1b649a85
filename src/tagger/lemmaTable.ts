// The training words of a lemmatizer as one sorted text, which is searched and read in place: objects for all words would
// take longer to make than a short text takes to parse.
import type { LemmaEntry, TaggedWord } from './lemmaEntry.js';

/** As a model file has it. */
export interface LemmaData {
  /** Pairs of UPOS and the other tag: XPOS and features with a blank between them, or one of the two in older files. */
  readonly tags: readonly (readonly [upos: string, tag: string])[];
  /**
   * A line for each word in lower case, sorted, and in it four fields for each of its entries: the form, the index of its
   * tags, a lemma that it has with them, which is empty if it is the form, and the lemma's count. Tabs separate fields.
   */
  readonly words: string;
}

/** An entry in older model files, where they are a list. */
export type ListedEntry = readonly [form: string, tags: number, lemma: string, times: number];

/** A word in lower case, and its entries. */
export interface LemmaWord {
  readonly word: string;
  readonly entries: readonly LemmaEntry[];
}

const FIELDS = 4;
const [TAB, LINE, RETURN, ZERO] = [...'\t\n\r0'].map((character) => character.charCodeAt(0));

export class LemmaTable {
  readonly data: LemmaData;
  readonly #places: Places;
  readonly #ofUpos = new Map<string, readonly LemmaWord[]>();

  private constructor(data: LemmaData, places: Places) {
    this.data = data;
    this.#places = places;
  }

  /** The table of training words; those without a lemma are skipped. */
  static of(words: Iterable<TaggedWord & { readonly lemma: string }>): LemmaTable {
    const tags = new Map<string, number>();
    const times = new Map<string, number>();
    for (const word of words) {
      const { form, upos, tag, lemma } = word;
      if (!hasLemma(word) || ![form, upos, tag, lemma].every(isCell)) continue;
      const number = tags.get(`${upos}\t${tag}`) ?? tags.size;
      tags.set(`${upos}\t${tag}`, number);
      const key = `${form}\t${number}\t${lemma}`;
      times.set(key, (times.get(key) ?? 0) + 1);
    }
    const entries = Array.from(times, ([key, count]): ListedEntry => {
      const [form, number, lemma] = key.split('\t');
      return [form, Number(number), lemma, count];
    });
    const table = LemmaTable.read({
      tags: [...tags.keys()].map((pair) => pair.split('\t')),
      words: textOf(entries),
    });
    if (!table) throw new Error('The lemmas of the training words are invalid.');
    return table;
  }

  /** The table of a model file, which may be older; undefined if invalid. */
  static read(given: unknown): LemmaTable | undefined {
    const { tags, words } = Object(given) as Record<string, unknown>;
    if (!areTags(tags)) return undefined;
    const text = areEntries(words) ? textOf(words) : words;
    if (typeof text !== 'string') return undefined;
    const data = { tags, words: text };
    const places = placesOf(data);
    return places && new LemmaTable(data, places);
  }

  get uposes(): Iterable<string> {
    return this.#places.ofUpos.keys();
  }

  /** The entries of a word in lower case. */
  entriesOf(word: string): readonly LemmaEntry[] {
    const { words } = this.data;
    let [low, high] = [0, words.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const line = Math.max(low, words.lastIndexOf('\n', middle - 1) + 1);
      const found = this.#wordAt(line);
      if (found === word) return this.#entriesAt(line);
      if (found < word) low = this.#endOf(line) + 1;
      else high = line;
    }
    return [];
  }

  /** The words that have an entry with the UPOS, in order, with all their entries. */
  wordsOf(upos: string): readonly LemmaWord[] {
    let words = this.#ofUpos.get(upos);
    if (!words) {
      words = this.#at(this.#places.ofUpos.get(upos) ?? []);
      this.#ofUpos.set(upos, words);
    }
    return words;
  }

  /** The words that have several entries. */
  severalTimes(): LemmaWord[] {
    return this.#at(this.#places.several);
  }

  *all(): Generator<LemmaWord> {
    const { length } = this.data.words;
    for (let line = 0; line < length; line = this.#endOf(line) + 1) {
      yield { word: this.#wordAt(line), entries: this.#entriesAt(line) };
    }
  }

  #at(lines: readonly number[]): LemmaWord[] {
    return lines.map((line) => ({ word: this.#wordAt(line), entries: this.#entriesAt(line) }));
  }

  #wordAt(line: number): string {
    const { words } = this.data;
    return words.slice(line, words.indexOf('\t', line)).toLowerCase();
  }

  #endOf(line: number): number {
    const end = this.data.words.indexOf('\n', line);
    return end < 0 ? this.data.words.length : end;
  }

  #entriesAt(line: number): LemmaEntry[] {
    const fields = this.data.words.slice(line, this.#endOf(line)).split('\t');
    const entries: LemmaEntry[] = [];
    for (let at = 0; at < fields.length; at += FIELDS) {
      const [upos, tag] = this.data.tags[Number(fields[at + 1])];
      const form = fields[at];
      entries.push({ form, upos, tag, lemma: fields[at + 2] || form, times: Number(fields[at + 3]) });
    }
    return entries;
  }
}

/** Whether a treebank gives the lemma of a word: of a word split into pieces, only one has it. */
export function hasLemma({ form, lemma }: { readonly form: string; readonly lemma: string }): boolean {
  return lemma !== '' && (lemma !== '_' || form === '_');
}

/** Whether a value can be written in a column of a treebank. */
export function isCell(value: unknown): value is string {
  return typeof value === 'string' && !/[\t\n\r\0]/.test(value);
}

/** Where some lines begin. */
interface Places {
  readonly ofUpos: ReadonlyMap<string, readonly number[]>;
  /** The lines with several entries. */
  readonly several: readonly number[];
}

/** Reads the whole text, character by character; undefined if it is invalid. */
function placesOf({ tags, words }: LemmaData): Places | undefined {
  const ofUpos = new Map<string, number[]>();
  const lists = tags.map(([upos]) => {
    const list = ofUpos.get(upos) ?? [];
    ofUpos.set(upos, list);
    return list;
  });
  const several: number[] = [];
  let [line, field, start, number, isEmpty] = [0, 0, 0, 0, false];
  for (let at = 0; words !== '' && at <= words.length; at++) {
    const code = at < words.length ? words.charCodeAt(at) : LINE;
    if (code !== TAB && code !== LINE) {
      if ((field & 1) === 0) {
        if (code === RETURN || code === 0) return undefined;
      } else {
        const digit = code - ZERO;
        if (!(digit >= 0 && digit <= 9)) return undefined;
        number = 10 * number + digit;
      }
      continue;
    }
    // The end of a field.
    if (field === 0) {
      isEmpty = at === start;
    } else if (field === 1) {
      const list = at === start ? undefined : lists[number];
      if (!list) return undefined;
      if (list.length === 0 || list[list.length - 1] !== line) list.push(line);
    } else if (field === 2) {
      if (isEmpty && at === start) return undefined;
    } else if (number === 0 || !Number.isSafeInteger(number)) {
      return undefined;
    }
    field = (field + 1) % FIELDS;
    [start, number] = [at + 1, 0];
    if (code === LINE) {
      if (field !== 0) return undefined;
      line = at + 1;
    } else if (field === 0 && several[several.length - 1] !== line) {
      several.push(line);
    }
  }
  return { ofUpos, several };
}

/** The text of entries. */
function textOf(entries: readonly ListedEntry[]): string {
  const lines = new Map<string, string[]>();
  for (const [form, tags, lemma, times] of entries) {
    const word = form.toLowerCase();
    const fields = `${form}\t${tags}\t${lemma === form ? '' : lemma}\t${times}`;
    const line = lines.get(word);
    if (line) line.push(fields);
    else lines.set(word, [fields]);
  }
  const words = [...lines.keys()].sort((a, b) => (a < b ? -1 : 1));
  return words.map((word) => lines.get(word)?.join('\t')).join('\n');
}

function areTags(value: unknown): value is LemmaData['tags'] {
  return (
    Array.isArray(value) &&
    value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every(isCell))
  );
}

function areEntries(value: unknown): value is readonly ListedEntry[] {
  return (
    Array.isArray(value) &&
    value.every((entry) => {
      if (!Array.isArray(entry) || entry.length !== FIELDS) return false;
      const [form, tags, lemma, times] = entry;
      return (
        isCell(form) && Number.isInteger(tags) && isCell(lemma) && lemma !== '' && Number.isInteger(times)
      );
    })
  );
}
