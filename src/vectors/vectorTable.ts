// The word vectors that are kept while a file is read, with their validation.

/** Word vectors: one row of the matrix per word. */
export interface WordVectors {
  /** The length of a vector. */
  readonly size: number;
  /** The row of each word. */
  readonly words: ReadonlyMap<string, number>;
  readonly matrix: Float32Array; // [words, size]
}

export class VectorsError extends Error {
  override readonly name = 'VectorsError';
}

export class VectorTable {
  /** The length of a vector, once known. */
  size = 0;
  #words = new Map<string, number>();
  #wanted: Set<string> | undefined;
  /** How many more unwanted words to keep: the first ones of the file, which are the most frequent. */
  #more: number;
  #values = new Float32Array();

  constructor(wanted?: Iterable<string>, more = 0) {
    this.#more = more;
    if (!wanted) return;
    this.#wanted = new Set(wanted);
    for (const word of [...this.#wanted]) this.#wanted.add(word.toLowerCase());
  }

  /** Whether to keep this word: the first vector of each wanted word. */
  wants(word: string): boolean {
    if (this.#words.has(word)) return false;
    return this.#more > 0 || (this.#wanted?.has(word) ?? true);
  }

  /** Keeps a vector. `place` is its place in the file, such as "Line 7". */
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
