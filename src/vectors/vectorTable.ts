// The word vectors that are kept while a file is read, and what can be wrong with one.

/** Vectors of words: a row of the matrix for each. */
export interface WordVectors {
  /** Numbers a vector. */
  readonly size: number;
  /** The row of each word. */
  readonly words: ReadonlyMap<string, number>;
  readonly matrix: Float32Array; // [words, size]
}

export class VectorsError extends Error {
  override readonly name = 'VectorsError';
}

export class VectorTable {
  /** Numbers a vector, once the file has told. */
  size = 0;
  #words = new Map<string, number>();
  #wanted: Set<string> | undefined;
  /** How many words that are not wanted are still kept: those that the file has first, which are the most frequent. */
  #more: number;
  #values = new Float32Array();

  constructor(wanted?: Iterable<string>, more = 0) {
    this.#more = more;
    if (!wanted) return;
    this.#wanted = new Set(wanted);
    for (const word of [...this.#wanted]) this.#wanted.add(word.toLowerCase());
  }

  /** The first vector of a wanted word is to be kept. */
  wants(word: string): boolean {
    if (this.#words.has(word)) return false;
    return this.#more > 0 || (this.#wanted?.has(word) ?? true);
  }

  /** Keeps a vector. `place` names where it stands in the file: "Line 7". */
  add(place: string, word: string, vector: Float32Array): void {
    if (word === '') throw new VectorsError(`${place} of the word vectors has no word.`);
    if (!vector.every(Number.isFinite)) {
      throw new VectorsError(`${place} of the word vectors has a value that is not a finite number.`);
    }
    const start = this.#words.size * this.size;
    if (start + this.size > this.#values.length) {
      const larger = new Float32Array(2 * (start + this.size));
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values.set(vector, start);
    this.#words.set(word, this.#words.size);
    if (this.#more > 0 && !this.#wanted?.has(word)) this.#more--;
  }

  vectors(): WordVectors {
    const { size } = this;
    return { size, words: this.#words, matrix: this.#values.slice(0, this.#words.size * size) };
  }
}
