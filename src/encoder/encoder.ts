// The encoder that every model shares: vectors of words, spellings and tags through a bidirectional LSTM, a vector for
// each position.
import type { Random } from '../engine/random.js';
import type { IntegerTensor, Tensor } from '../engine/tensor.js';
import { BiLstm } from '../nn/bilstm.js';
import { Embedding } from '../nn/embedding.js';
import { pack } from '../nn/packing.js';
import type { Parameters } from '../nn/parameters.js';
import type { EncoderSettings } from './encoderSettings.js';
import { type Batch, column, type Input } from './instance.js';
import { SpellingReader } from './spelling.js';
import { tagKinds, UNKNOWN, type Vocabulary } from './vocabulary.js';

/** What fills some columns of the LSTM's input. */
interface Source {
  readonly column: number;
  readonly width: number;
  forward(batch: Batch<Input>, input: Tensor, random?: Random): { backward: (dInput: Tensor) => void };
}

export class Encoder {
  /** Columns of the output. */
  readonly size: number;
  readonly words: Embedding | undefined;
  /** Pretrained vectors that stay as they are. */
  readonly vectors: Embedding | undefined;
  readonly lstm: BiLstm;
  #parameters: Parameters;
  #settings: EncoderSettings;
  #counts: readonly number[];
  #sources: Source[] = [];
  #width = 0;

  constructor(parameters: Parameters, settings: EncoderSettings, { data }: Vocabulary) {
    const { wordSize, vectorSize, tagSize, characterSize, characterUnits, layers, units, forgetBias } =
      settings;
    this.size = 2 * units;
    this.#parameters = parameters;
    this.#settings = settings;
    this.#counts = data.counts;
    if (wordSize > 0) {
      this.words = this.#embedding('words', data.words.length, wordSize, (batch, random) => {
        const words = column(batch, (input) => input.words);
        if (random) this.#dropWords(words, random);
        return words;
      });
    }
    if (vectorSize > 0) {
      const none = new Int32Array();
      this.vectors = this.#embedding(
        'vectors',
        data.vectors.length,
        vectorSize,
        (batch) => column(batch, ({ vectors }) => vectors ?? none),
        false,
      );
    }
    for (const [at, kind] of tagKinds(settings).entries()) {
      if (tagSize === 0) break;
      this.#embedding(kind, data[kind].length, tagSize, (batch) => column(batch, ({ tags }) => tags[at]));
    }
    if (characterUnits > 0) {
      const { lstmDropout: rate } = settings;
      const { length } = data.characters;
      const reader = new SpellingReader(parameters, 'spelling', length, characterSize, characterUnits);
      const from = this.#take(reader.size);
      this.#sources.push({
        column: from,
        width: reader.size,
        forward: ({ instances }, input, random) => {
          const spellings = instances.flatMap((instance) => instance.spellings ?? []);
          if (random) return reader.forward(spellings, input, from, random, rate);
          reader.encode(spellings, input, from);
          return { backward: () => {} };
        },
      });
    }
    this.lstm = new BiLstm(parameters, 'encoder', this.#width, new Array(layers).fill(units), forgetBias);
  }

  /** For training, with dropout: the output [rows, size], and a way back. */
  forward(batch: Batch<Input>, random: Random): { output: Tensor; backward: (dOutput: Tensor) => void } {
    const { lstmDropout: rate } = this.#settings;
    const { input, backward } = this.#embed(batch, random);
    const packing = pack(this.#parameters.engine.arena, batch.lengths);
    const masks = this.lstm.masks(packing, random, { input: rate, recurrent: rate });
    const encoded = this.lstm.forward(packing, input, masks);
    return { output: encoded.output, backward: (dOutput) => backward(encoded.backward(dOutput)) };
  }

  /** For parsing: the output [rows, size]. */
  encode(batch: Batch<Input>): Tensor {
    const { input } = this.#embed(batch);
    return this.lstm.encode(pack(this.#parameters.engine.arena, batch.lengths), input);
  }

  #embed(batch: Batch<Input>, random?: Random): { input: Tensor; backward: (dInput: Tensor) => void } {
    const input = this.#parameters.engine.arena.scratch([batch.rows, this.#width]);
    const passes = this.#sources.map((source) => source.forward(batch, input, random));
    const dropped = random ? this.#dropInputs(batch.rows, random) : [];
    const clear = (tensor: Tensor) =>
      tensor.use((values) => {
        for (const [from, to] of dropped) values.fill(0, from, to);
      });
    clear(input);
    return {
      input,
      backward: (dInput) => {
        clear(dInput);
        for (const pass of passes) pass.backward(dInput);
      },
    };
  }

  /** The columns of a table of vectors, looked up by the numbers that `ids` gives for a batch. */
  #embedding(
    name: string,
    rows: number,
    width: number,
    ids: (batch: Batch<Input>, random?: Random) => Int32Array,
    trained = true,
  ): Embedding {
    const embedding = this.#parameters.within(
      trained ? 'new' : 'frozen',
      () => new Embedding(this.#parameters, name, rows, width),
    );
    const from = this.#take(width);
    this.#sources.push({
      column: from,
      width,
      forward: (batch, input, random) => embedding.forward(this.#integers(ids(batch, random)), input, from),
    });
    return embedding;
  }

  #take(width: number): number {
    const from = this.#width;
    this.#width += width;
    return from;
  }

  /** A word that is rare in training is often unknown in parsing: some of its occurrences teach what to do then. */
  #dropWords(words: Int32Array, random: Random): void {
    const { wordDropout } = this.#settings;
    for (let row = 0; row < words.length; row++) {
      const count = this.#counts[words[row]];
      if (count > 0 && random.uniform() * (wordDropout + count) < wordDropout) words[row] = UNKNOWN;
    }
  }

  /** What of the input is left out, so that no source is relied upon alone: ranges of its numbers. */
  #dropInputs(rows: number, random: Random): [from: number, to: number][] {
    const { inputDropout } = this.#settings;
    const dropped: [number, number][] = [];
    if (inputDropout === 0) return dropped;
    for (let row = 0; row < rows; row++) {
      for (const { column: from, width } of this.#sources) {
        const start = row * this.#width + from;
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
