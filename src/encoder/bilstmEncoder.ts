// The paper's biLSTM encoder: feeds vectors of words, spellings and tags through layers of bidirectional LSTMs.
import type { Random } from '../engine/random.js';
import type { Tensor } from '../engine/tensor.js';
import { BiLstm } from '../nn/bilstm.js';
import { pack } from '../nn/packing.js';
import type { Parameters } from '../nn/parameters.js';
import type { Batch } from './batch.js';
import type { BiLstmSettings } from './bilstmSettings.js';
import { type EmbeddedWords, Embedder, type WordInput } from './embedder.js';
import type { Encoder, EncoderKind, Pass, Pretrained, TaggedForm } from './encoder.js';
import { WordLexicon } from './lexicon.js';

export class BiLstmEncoder implements Encoder<WordInput> {
  readonly size: number;
  readonly embedder: Embedder;
  readonly lstm: BiLstm;
  #parameters: Parameters;
  #dropout: number;

  constructor(parameters: Parameters, settings: BiLstmSettings, lexicon: WordLexicon) {
    const { layers, units, cell, forgetBias, lstmDropout } = settings;
    this.size = 2 * units;
    this.#parameters = parameters;
    this.#dropout = lstmDropout;
    this.embedder = new Embedder(parameters, settings, lexicon);
    const { size } = this.embedder;
    const sizes = new Array<number>(layers).fill(units);
    this.lstm = new BiLstm(parameters, 'encoder', size, sizes, { cell, forgetBias });
  }

  get readsTags(): boolean {
    return this.embedder.readsTags;
  }

  get vectors() {
    return this.embedder.vectors;
  }

  inputOf(words: readonly TaggedForm[]): WordInput {
    return this.embedder.inputOf(words);
  }

  cut(input: WordInput, from: number, to: number): WordInput {
    return this.embedder.cut(input, from, to);
  }

  forward(batch: Batch<WordInput>, random: Random): Pass {
    const embedded = this.embedder.forward(batch, random);
    const packing = pack(this.#parameters.engine.arena, batch.lengths);
    const masks = this.lstm.masks(packing, random, { input: this.#dropout, recurrent: this.#dropout });
    const encoded = this.lstm.forward(packing, embedded.output, masks);
    return {
      output: encoded.output,
      backward: (dOutput) => embedded.backward(encoded.backward(dOutput)),
    };
  }

  encode(batch: Batch<WordInput>): Tensor {
    return this.#read(this.embedder.encode(batch), batch.lengths);
  }

  encodeRows(input: WordInput, from: number, to: number): Tensor {
    return this.#read(this.embedder.encodeRows(input, from, to), [to - from]);
  }

  fill({ vectors }: Pretrained): void {
    if (vectors) this.embedder.fill(vectors);
  }

  #read({ vectors, places }: EmbeddedWords, lengths: readonly number[]): Tensor {
    return this.lstm.encode(pack(this.#parameters.engine.arena, lengths), vectors, places);
  }
}

export const bilstm: EncoderKind<BiLstmSettings, WordLexicon> = {
  lexiconOf: (sentences, settings, pretrained) =>
    WordLexicon.of(sentences, settings, pretrained?.vectors?.words.keys()),
  readLexicon: (data, settings) => WordLexicon.read(data, settings),
  create: (parameters, settings, lexicon) => new BiLstmEncoder(parameters, settings, lexicon),
};
