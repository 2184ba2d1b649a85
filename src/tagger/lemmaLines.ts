// Training words of a lemmatizer as one sorted text, which is searched and read in place: objects for all words would
// take longer to make than a short text takes to parse.
//
// It has a line for each word in lower case, and in it four fields for each of its entries: the form, the index of its
// tags, a lemma that it has with them, which is empty if it is the form, and the lemma's count. Tabs separate fields.
import type { LemmaEntry } from './lemmaEntry.js';

/** Pairs of UPOS and the other tag: XPOS and features with a blank between them, or one of the two in older files. */
export type LemmaTags = readonly (readonly [upos: string, tag: string])[];

/** A word in lower case, and its entries. */
export interface LemmaWord {
  readonly word: string;
  readonly entries: readonly LemmaEntry[];
}

/** Where some lines begin. */
interface Places {
  readonly ofUpos: ReadonlyMap<string, readonly number[]>;
  /** The lines with several entries. */
  readonly several: readonly number[];
}

const FIELDS = 4;
const [TAB, LINE, RETURN, ZERO] = [...'\t\n\r0'].map((character) => character.charCodeAt(0));

export class LemmaLines {
  readonly text: string;
  readonly #tags: LemmaTags;
  readonly #places: Places;

  private constructor(text: string, tags: LemmaTags, places: Places) {
    this.text = text;
    this.#tags = tags;
    this.#places = places;
  }

  /** Undefined if the text is invalid. */
  static read(text: string, tags: LemmaTags): LemmaLines | undefined {
    const places = placesOf(text, tags);
    return places && new LemmaLines(text, tags, places);
  }

  /** The entries of a word in lower case, if it is there. */
  entriesOf(word: string): readonly LemmaEntry[] {
    const { text } = this;
    let [low, high] = [0, text.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const line = Math.max(low, text.lastIndexOf('\n', middle - 1) + 1);
      const found = text.slice(line, text.indexOf('\t', line)).toLowerCase();
      if (found === word) return this.#wordAt(line).entries;
      if (found < word) low = this.#endOf(line) + 1;
      else high = line;
    }
    return [];
  }

  /** The words that have an entry with the UPOS, with all their entries. */
  wordsOf(upos: string): LemmaWord[] {
    return (this.#places.ofUpos.get(upos) ?? []).map((line) => this.#wordAt(line));
  }

  /** The words that have several entries. */
  severalTimes(): LemmaWord[] {
    return this.#places.several.map((line) => this.#wordAt(line));
  }

  *all(): Generator<LemmaWord> {
    for (let line = 0; line < this.text.length; line = this.#endOf(line) + 1) yield this.#wordAt(line);
  }

  #endOf(line: number): number {
    const end = this.text.indexOf('\n', line);
    return end < 0 ? this.text.length : end;
  }

  #wordAt(line: number): LemmaWord {
    const { text } = this;
    const end = this.#endOf(line);
    const entries: LemmaEntry[] = [];
    for (let start = line; start < end; ) {
      const afterForm = text.indexOf('\t', start);
      const afterTags = text.indexOf('\t', afterForm + 1);
      const afterLemma = text.indexOf('\t', afterTags + 1);
      const next = text.indexOf('\t', afterLemma + 1);
      const stop = next < 0 || next > end ? end : next;
      const form = text.slice(start, afterForm);
      const [upos, tag] = this.#tags[Number(text.slice(afterForm + 1, afterTags))];
      const lemma = afterTags + 1 === afterLemma ? form : text.slice(afterTags + 1, afterLemma);
      entries.push({ form, upos, tag, lemma, times: Number(text.slice(afterLemma + 1, stop)) });
      start = stop + 1;
    }
    return { word: entries[0].form.toLowerCase(), entries };
  }
}

/** Reads the whole text, character by character; undefined if it is invalid. */
function placesOf(text: string, tags: LemmaTags): Places | undefined {
  const ofUpos = new Map<string, number[]>();
  const lists = tags.map(([upos]) => {
    const list = ofUpos.get(upos) ?? [];
    ofUpos.set(upos, list);
    return list;
  });
  const several: number[] = [];
  // It runs before it is optimized, when taking arrays apart would take most of its time.
  let line = 0;
  let field = 0;
  let start = 0;
  let number = 0;
  let isEmpty = false;
  for (let at = 0; text !== '' && at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : LINE;
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
    } else if (at === start || !Number.isSafeInteger(number)) {
      return undefined;
    }
    field = (field + 1) % FIELDS;
    start = at + 1;
    number = 0;
    if (code === LINE) {
      if (field !== 0) return undefined;
      line = at + 1;
    } else if (field === 0 && several[several.length - 1] !== line) {
      several.push(line);
    }
  }
  return { ofUpos, several };
}
