// The transformer encoder: subword pieces through a stack of BERT's layers; a word's vector is that of its first piece,
// ROOT's that of the special piece before the sentence.
import type { Random } from '../engine/random.js';
import type { IntegerTensor, Tensor } from '../engine/tensor.js';
import type { Parameters } from '../nn/parameters.js';
import { TransformerEmbedding } from '../nn/transformerEmbedding.js';
import { TransformerLayer } from '../nn/transformerLayer.js';
import type { TransformerSettings } from './transformerSettings.js';
import { type PieceInput, pieceRows } from './windows.js';

export class TransformerEncoder {
  /** Columns of the output. */
  readonly size: number;
  readonly embedding: TransformerEmbedding;
  readonly layers: readonly TransformerLayer[];
  #parameters: Parameters;
  #settings: TransformerSettings;

  constructor(parameters: Parameters, settings: TransformerSettings) {
    this.size = settings.size;
    this.#parameters = parameters;
    this.#settings = settings;
    this.embedding = parameters.within(
      settings.frozenEmbeddings || settings.frozenLayers > 0 ? 'frozen' : 'pretrained',
      () => new TransformerEmbedding(parameters, settings),
    );
    this.layers = Array.from({ length: settings.layers }, (_, layer) =>
      parameters.within(
        layer < settings.frozenLayers ? 'frozen' : 'pretrained',
        () => new TransformerLayer(parameters, `encoder.layer.${layer}`, settings),
      ),
    );
  }

  /** For training, with dropout: the output [n+1 rows per sentence, size], and a way back. */
  forward(sentences: readonly PieceInput[], random: Random) {
    const { arena, kernels } = this.#parameters.engine;
    const { frozenEmbeddings, frozenLayers } = this.#settings;
    const { pieces, positions, words, lengths } = this.#rows(sentences);
    const isFrozen = frozenEmbeddings || frozenLayers > 0;
    const embedded = this.embedding.forward(pieces, positions, isFrozen ? undefined : random);
    let x = this.#through(this.layers.slice(0, frozenLayers), embedded.output, lengths);
    const passes = this.layers.slice(frozenLayers).map((layer) => {
      const output = arena.scratch(x.shape);
      const pass = layer.forward(x, lengths, output, random);
      x = output;
      return pass;
    });
    return {
      output: this.#gathered(x, words),
      backward: (dOutput: Tensor): void => {
        let d = arena.scratch(x.shape);
        kernels.fill(d.size, 0, d.pointer);
        kernels.scatterAddRows(words.size, this.size, words.pointer, dOutput.pointer, this.size, d.pointer);
        for (const pass of passes.toReversed()) d = pass.backward(d);
        if (!isFrozen) embedded.backward(d);
      },
    };
  }

  /** For parsing: the output alone. */
  encode(sentences: readonly PieceInput[]): Tensor {
    const { pieces, positions, words, lengths } = this.#rows(sentences);
    const { output } = this.embedding.forward(pieces, positions);
    return this.#gathered(this.#through(this.layers, output, lengths), words);
  }

  /** Layers without dropout and without a way back: two tensors, in turn, hold all that is kept. */
  #through(layers: readonly TransformerLayer[], input: Tensor, lengths: readonly number[]): Tensor {
    const { arena } = this.#parameters.engine;
    let [x, y] = [input, arena.scratch(input.shape)];
    for (const layer of layers) {
      arena.scope(() => layer.forward(x, lengths, y));
      [x, y] = [y, x];
    }
    return x;
  }

  #rows(sentences: readonly PieceInput[]) {
    const { first, last, positions, positionOffset } = this.#settings;
    const capacity = positions - positionOffset - 2;
    const rows = pieceRows(sentences, { first, last, capacity });
    return {
      pieces: this.#integers(rows.pieces),
      positions: this.#integers(rows.positions.map((position) => positionOffset + position)),
      words: this.#integers(rows.words),
      lengths: rows.lengths,
    };
  }

  #gathered(x: Tensor, rows: IntegerTensor): Tensor {
    const { arena, kernels } = this.#parameters.engine;
    const y = arena.scratch([rows.size, this.size]);
    kernels.gatherRows(rows.size, this.size, rows.pointer, x.pointer, y.pointer, this.size);
    return y;
  }

  #integers(values: Int32Array): IntegerTensor {
    const tensor = this.#parameters.engine.arena.scratchIntegers([values.length]);
    tensor.set(values);
    return tensor;
  }
}
