// The encoder that every parser shares: word and tag vectors through a bidirectional LSTM, a vector for each position.
import type { Random } from '../engine/random.js';
import type { IntegerTensor, Tensor } from '../engine/tensor.js';
import { BiLstm } from '../nn/bilstm.js';
import { Embedding } from '../nn/embedding.js';
import { pack } from '../nn/packing.js';
import type { Parameters } from '../nn/parameters.js';
import { type Batch, column } from './instance.js';
import type { Settings } from './settings.js';
import { UNKNOWN, type Vocabulary } from './vocabulary.js';

export class Encoder {
  /** Columns of the output. */
  readonly size: number;
  readonly words: Embedding;
  readonly tags: Embedding | undefined;
  readonly lstm: BiLstm;
  #parameters: Parameters;
  #settings: Settings;
  #counts: readonly number[];

  constructor(parameters: Parameters, settings: Settings, { data }: Vocabulary) {
    const { wordSize, tags, layers, units } = settings;
    const tagSize = tags === 'none' ? 0 : settings.tagSize;
    this.size = 2 * units;
    this.words = new Embedding(parameters, 'words', data.words.length, wordSize);
    if (tagSize > 0) this.tags = new Embedding(parameters, 'tags', data.tags.length, tagSize);
    this.lstm = new BiLstm(parameters, 'encoder', wordSize + tagSize, new Array(layers).fill(units));
    this.#parameters = parameters;
    this.#settings = settings;
    this.#counts = data.counts;
  }

  /** For training, with dropout: the output [rows, size], and a way back. */
  forward(batch: Batch, random: Random): { output: Tensor; backward: (dOutput: Tensor) => void } {
    const { lstmDropout: rate } = this.#settings;
    const { input, backward } = this.#embed(batch, random);
    const packing = pack(this.#parameters.engine.arena, batch.lengths);
    const masks = this.lstm.masks(packing, random, { input: rate, recurrent: rate });
    const encoded = this.lstm.forward(packing, input, masks);
    return { output: encoded.output, backward: (dOutput) => backward(encoded.backward(dOutput)) };
  }

  /** For parsing: the output [rows, size]. */
  encode(batch: Batch): Tensor {
    const { input } = this.#embed(batch);
    return this.lstm.encode(pack(this.#parameters.engine.arena, batch.lengths), input);
  }

  #embed(batch: Batch, random?: Random): { input: Tensor; backward: (dInput: Tensor) => void } {
    const { arena } = this.#parameters.engine;
    const { wordSize } = this.#settings;
    const words = this.#integers(column(batch, (instance) => instance.words));
    if (random) this.#dropWords(words.data, random);
    const width = wordSize + (this.tags?.table.shape[1] ?? 0);
    const input = arena.scratch([batch.rows, width]);
    const word = this.words.forward(words, input, 0);
    const tag = this.tags?.forward(this.#integers(column(batch, ({ tags }) => tags)), input, wordSize);
    return {
      input,
      backward: (dInput) => {
        word.backward(dInput);
        tag?.backward(dInput);
      },
    };
  }

  /** A word that is rare in training is often unknown in parsing: some of its occurrences teach what to do then. */
  #dropWords(words: Int32Array, random: Random): void {
    const { wordDropout } = this.#settings;
    for (let row = 0; row < words.length; row++) {
      const count = this.#counts[words[row]];
      if (count > 0 && random.uniform() * (wordDropout + count) < wordDropout) words[row] = UNKNOWN;
    }
  }

  #integers(values: Int32Array): IntegerTensor {
    const tensor = this.#parameters.engine.arena.scratchIntegers([values.length]);
    tensor.data.set(values);
    return tensor;
  }
}
