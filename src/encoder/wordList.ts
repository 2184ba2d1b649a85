// A long list of words with their indices: one text and a table of hashes. A Map of so many strings takes ten times the
// memory, and most of the time in which a model is loaded.

/** Between two words, none of which contains it. */
const BETWEEN = '\n';
const LINE = BETWEEN.charCodeAt(0);

/** The last list that was made: the models of a file share one. */
let latest: WeakRef<WordList> | undefined;

export class WordList {
  /** The words in order, one per line. */
  readonly text: string;
  readonly length: number;
  /** Where each word begins in the text, and where the next one would. */
  readonly #starts: Int32Array; // [length+1]
  /** Indices plus 1, each at the hash of its word or at the next free place; 0 where it is free. */
  readonly #places: Int32Array; // [a power of two]

  private constructor(text: string) {
    this.text = text;
    let length = text === '' ? 0 : 1;
    for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) === LINE) length++;
    this.length = length;
    this.#starts = new Int32Array(length + 1);
    // At least half of it stays free, so that searches are short.
    this.#places = new Int32Array(2 ** Math.ceil(Math.log2(2 * length + 1)));
    // It runs before it is optimized, when taking arrays apart would take most of its time.
    let start = 0;
    let hash = 0;
    let word = 0;
    for (let at = 0; word < length; at++) {
      const code = at < text.length ? text.charCodeAt(at) : LINE;
      if (code !== LINE) {
        hash = mixed(hash, code);
        continue;
      }
      word++;
      this.#starts[word] = at + 1;
      // The last one of equal words counts.
      this.#places[this.#place(hash, text, start, at)] = word;
      start = at + 1;
      hash = 0;
    }
  }

  /** The list of a text that has one word per line; none if it is empty. */
  static of(text: string): WordList {
    const before = latest?.deref();
    if (before?.text === text) return before;
    const list = new WordList(text);
    latest = new WeakRef(list);
    return list;
  }

  /** The text of a list, without words that have a line break. */
  static textOf(words: readonly string[]): string {
    return words.filter((word) => !word.includes(BETWEEN)).join(BETWEEN);
  }

  words(): string[] {
    return this.length === 0 ? [] : this.text.split(BETWEEN);
  }

  /** The index of a word; −1 if it is not there. */
  indexOf(word: string): number {
    let hash = 0;
    for (let at = 0; at < word.length; at++) hash = mixed(hash, word.charCodeAt(at));
    return this.#places[this.#place(hash, word, 0, word.length)] - 1;
  }

  /** The place of the word that is at a range of a text, or the free place where it belongs. */
  #place(hash: number, text: string, start: number, end: number): number {
    const mask = this.#places.length - 1;
    let place = (hash ^ (hash >>> 15)) & mask;
    while (this.#places[place] !== 0 && !this.#isAt(this.#places[place] - 1, text, start, end)) {
      place = (place + 1) & mask;
    }
    return place;
  }

  #isAt(at: number, text: string, start: number, end: number): boolean {
    const first = this.#starts[at];
    if (this.#starts[at + 1] - 1 - first !== end - start) return false;
    for (let i = start; i < end; i++) {
      if (this.text.charCodeAt(first + i - start) !== text.charCodeAt(i)) return false;
    }
    return true;
  }
}

/** The hash of a word and one more character. */
function mixed(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}
