// The input layer of the biLSTM encoder: learned and pretrained word vectors, tags and spellings, concatenated.
import type { Random } from '../engine/random.js';
import type { IntegerTensor, Tensor } from '../engine/tensor.js';
import { Embedding } from '../nn/embedding.js';
import type { Parameters } from '../nn/parameters.js';
import type { WordVectors } from '../vectors/vectorTable.js';
import { type Batch, batchOf, column, type Input, numbers } from './batch.js';
import type { BiLstmSettings } from './bilstmSettings.js';
import { distinctRows, identities } from './distinctRows.js';
import type { Pass, TaggedForm } from './encoder.js';
import { endingLengths, ROOT, tagKinds, UNKNOWN, type WordLexicon } from './lexicon.js';
import { SpellingReader } from './spelling.js';
import type { WordList } from './wordList.js';

/** A sentence as lexicon indices. */
export interface WordInput extends Input {
  readonly words: Int32Array; // [n+1]
  /** Indices of fixed pretrained vectors; absent if the model has none, like the spellings. */
  readonly vectors?: Int32Array; // [n+1]
  readonly spellings?: readonly Int32Array[]; // [n+1]
  /** One column for each length of endings. */
  readonly endings?: readonly Int32Array[]; // [n+1] each
  /** One column for each kind of tags. */
  readonly tags: readonly Int32Array[]; // [n+1] each
}

/** Row r of a batch is row `places[r]` of the vectors. */
export interface EmbeddedWords {
  readonly vectors: Tensor; // [distinct words, size]
  readonly places: Int32Array; // [rows]
}

/** Fills some columns of the output. */
interface Source {
  readonly column: number;
  readonly width: number;
  forward(batch: Batch<WordInput>, output: Tensor, random?: Random): { backward(dOutput: Tensor): void };
}

const rootSpelling = Int32Array.of(ROOT);
const none = new Int32Array();

export class Embedder {
  readonly words: Embedding | undefined;
  /** Fixed pretrained vectors. */
  readonly vectors: { readonly words: WordList; readonly table: Embedding['table'] } | undefined;
  readonly readsTags: boolean;
  #parameters: Parameters;
  #settings: BiLstmSettings;
  #lexicon: WordLexicon;
  #sources: Source[] = [];

  constructor(parameters: Parameters, settings: BiLstmSettings, lexicon: WordLexicon) {
    const { wordSize, vectorSize, tagSize, endingSize, characterUnits } = settings;
    const { data } = lexicon;
    this.#parameters = parameters;
    this.#settings = settings;
    this.#lexicon = lexicon;
    this.readsTags = settings.tags !== 'none';
    if (wordSize > 0) {
      this.words = new Embedding(parameters, 'words', data.words.length, wordSize);
      this.#addLookup(this.words, (batch, random) => {
        const words = column(batch, (input) => input.words);
        if (random) this.#dropWords(words, random);
        return words;
      });
    }
    if (vectorSize > 0) {
      const fixed = parameters.within(
        'frozen',
        () => new Embedding(parameters, 'vectors', lexicon.vectors.length, vectorSize),
      );
      this.vectors = { words: lexicon.vectors, table: fixed.table };
      this.#addLookup(fixed, (batch) => column(batch, ({ vectors }) => vectors ?? none));
    }
    for (const [at, kind] of tagKinds(settings).entries()) {
      if (tagSize === 0) break;
      const embedding = new Embedding(parameters, kind, data[kind].length, tagSize);
      this.#addLookup(embedding, (batch) => column(batch, ({ tags }) => tags[at]));
    }
    if (endingSize > 0 && data.endings) {
      const embedding = new Embedding(parameters, 'endings', data.endings.length, endingSize);
      for (const at of endingLengths.keys()) {
        this.#addLookup(embedding, (batch) => column(batch, ({ endings }) => endings?.[at] ?? none));
      }
    }
    if (characterUnits > 0) this.#spell();
  }

  /** Columns of the output. */
  get size(): number {
    return this.#sources.reduce((sum, { width }) => sum + width, 0);
  }

  inputOf(words: readonly TaggedForm[]): WordInput {
    const n = words.length;
    const { vectorSize, endingSize, characterUnits } = this.#settings;
    const lexicon = this.#lexicon;
    return {
      n,
      words: numbers(n, ROOT, (at) => lexicon.word(words[at].form)),
      tags: tagKinds(this.#settings).map((kind) =>
        numbers(n, ROOT, (at) => lexicon.tag(kind, words[at][kind])),
      ),
      ...(vectorSize > 0 && { vectors: numbers(n, UNKNOWN, (at) => lexicon.vector(words[at].form)) }),
      ...(endingSize > 0 && {
        endings: endingLengths.map((length) =>
          numbers(n, ROOT, (at) => lexicon.ending(words[at].form, length)),
        ),
      }),
      ...(characterUnits > 0 && {
        spellings: [rootSpelling, ...words.map(({ form }) => lexicon.spelling(form))],
      }),
    };
  }

  /** Words from + 1…to of an input as a separate input. */
  cut(input: WordInput, from: number, to: number): WordInput {
    return placesOf(input, [0, ...range(from + 1, to + 1)]);
  }

  /** For training, with dropout. */
  forward(batch: Batch<WordInput>, random: Random): Pass {
    const { output, passes } = this.#embed(batch, random);
    const dropped = this.#dropInputs(batch.rows, random);
    const clear = (tensor: Tensor) =>
      tensor.use((values) => {
        for (const [from, to] of dropped) values.fill(0, from, to);
      });
    clear(output);
    return {
      output,
      backward: (dOutput) => {
        clear(dOutput);
        for (const pass of passes) pass.backward(dOutput);
      },
    };
  }

  /** For parsing: words that occur several times have one row. */
  encode(batch: Batch<WordInput>): EmbeddedWords {
    const all = this.#joined(batch);
    const { firsts, places } = distinctRows(columnsOf(all));
    return { vectors: this.#embed(batchOf([placesOf(all, firsts)])).output, places };
  }

  /** The same for rows from…to − 1 of a sentence. */
  encodeRows(input: WordInput, from: number, to: number): EmbeddedWords {
    return this.encode(batchOf([placesOf(input, range(from, to))]));
  }

  /** Copies the vectors of all words that have one; fixed vectors of other words become 0. */
  fill({ words, size, matrix }: WordVectors): void {
    const { data } = this.#lexicon;
    this.vectors?.table.value.fill(0);
    const target = (this.vectors ?? this.words)?.table.value;
    for (const [id, word] of (this.vectors?.words.words() ?? data.words).entries()) {
      const row = words.get(word);
      if (row !== undefined) target?.set(matrix.subarray(row * size, (row + 1) * size), id * size);
    }
  }

  /** The sentences of a batch, if any, as one input. */
  #joined(batch: Batch<WordInput>): WordInput {
    const { vectorSize, endingSize, characterUnits } = this.#settings;
    const all = (of: (input: WordInput) => Int32Array | undefined) =>
      column(batch, (input) => of(input) ?? none);
    return {
      n: batch.rows - 1,
      words: all(({ words }) => words),
      tags: tagKinds(this.#settings).map((_, at) => all(({ tags }) => tags[at])),
      ...(vectorSize > 0 && { vectors: all(({ vectors }) => vectors) }),
      ...(endingSize > 0 && { endings: endingLengths.map((_, at) => all(({ endings }) => endings?.[at])) }),
      ...(characterUnits > 0 && {
        spellings: batch.instances.flatMap(({ spellings }) => spellings ?? []),
      }),
    };
  }

  #embed(batch: Batch<WordInput>, random?: Random) {
    const output = this.#parameters.engine.arena.scratch([batch.rows, this.size]);
    return { output, passes: this.#sources.map((source) => source.forward(batch, output, random)) };
  }

  /** Adds columns that are looked up by the indices that `ids` returns for a batch. */
  #addLookup(embedding: Embedding, ids: (batch: Batch<WordInput>, random?: Random) => Int32Array): void {
    const from = this.size;
    this.#sources.push({
      column: from,
      width: embedding.table.shape[1],
      forward: (batch, output, random) => embedding.forward(this.#integers(ids(batch, random)), output, from),
    });
  }

  /** Adds columns that are read from the words' spellings. */
  #spell(): void {
    const { characterSize, characterUnits, lstmDropout } = this.#settings;
    const { length } = this.#lexicon.data.characters;
    const reader = new SpellingReader(this.#parameters, 'spelling', length, characterSize, characterUnits);
    const from = this.size;
    this.#sources.push({
      column: from,
      width: reader.size,
      forward: ({ instances }, output, random) => {
        const spellings = instances.flatMap((instance) => instance.spellings ?? []);
        if (random) return reader.forward(spellings, output, from, random, lstmDropout);
        reader.encode(spellings, output, from);
        return { backward: () => {} };
      },
    });
  }

  /** Replaces some words, most often rare ones, by the unknown word, so that the model learns to handle it. */
  #dropWords(words: Int32Array, random: Random): void {
    const { wordDropout } = this.#settings;
    const { counts } = this.#lexicon.data;
    for (let row = 0; row < words.length; row++) {
      const count = counts[words[row]];
      if (count > 0 && random.uniform() * (wordDropout + count) < wordDropout) words[row] = UNKNOWN;
    }
  }

  /** The ranges of the output to zero, so that the model relies on no single source. */
  #dropInputs(rows: number, random: Random): [from: number, to: number][] {
    const { size } = this;
    const { inputDropout } = this.#settings;
    const dropped: [number, number][] = [];
    if (inputDropout === 0) return dropped;
    for (let row = 0; row < rows; row++) {
      for (const { column: from, width } of this.#sources) {
        const start = row * size + from;
        if (random.uniform() < inputDropout) dropped.push([start, start + width]);
      }
    }
    return dropped;
  }

  #integers(values: Int32Array): IntegerTensor {
    const tensor = this.#parameters.engine.arena.scratchIntegers([values.length]);
    tensor.set(values);
    return tensor;
  }
}

/** Some positions of an input as a separate input. */
function placesOf(
  { words, vectors, spellings, endings, tags }: WordInput,
  places: readonly number[],
): WordInput {
  const of = (numbersOf: Int32Array) => Int32Array.from(places, (at) => numbersOf[at]);
  return {
    n: places.length - 1,
    words: of(words),
    tags: tags.map(of),
    ...(vectors && { vectors: of(vectors) }),
    ...(endings && { endings: endings.map(of) }),
    ...(spellings && { spellings: places.map((at) => spellings[at]) }),
  };
}

/** What a row's vector depends on. */
function columnsOf({ words, vectors, spellings, endings, tags }: WordInput): Int32Array[] {
  const columns = [words, ...tags, ...(endings ?? [])];
  if (vectors) columns.push(vectors);
  if (spellings) columns.push(identities(spellings));
  return columns;
}

/** The numbers from…to − 1. */
function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}
