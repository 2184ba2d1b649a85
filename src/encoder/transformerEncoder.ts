// The transformer encoder: feeds subword pieces through BERT's layers; a word takes the vector of its first piece, and
// ROOT that of the special piece before the sentence.
import { counted } from '../conllu/quotation.js';
import type { Random } from '../engine/random.js';
import type { IntegerTensor, Tensor } from '../engine/tensor.js';
import { SettingsError } from '../learner/settings.js';
import { Embedding } from '../nn/embedding.js';
import { type Parameters, restoreTensor } from '../nn/parameters.js';
import { TransformerEmbedding } from '../nn/transformerEmbedding.js';
import { TransformerLayer } from '../nn/transformerLayer.js';
import { type Batch, batchOf } from './batch.js';
import type { Encoder, EncoderKind, Pass, Pretrained, TaggedForm } from './encoder.js';
import { PieceLexicon } from './pieceLexicon.js';
import { shapeOf, shapes } from './shape.js';
import type { TransformerSettings } from './transformerSettings.js';
import { transformerValues } from './transformerValues.js';
import { type PieceInput, pieceRows } from './windows.js';

export class TransformerEncoder implements Encoder<PieceInput> {
  readonly size: number;
  readonly readsTags = false;
  readonly embedding: TransformerEmbedding;
  readonly layers: readonly TransformerLayer[];
  /** Added to the input of the first layer that learns, if the pieces lack the letter case. */
  readonly shapes: Embedding | undefined; // [shapes, size]
  #parameters: Parameters;
  #lexicon: PieceLexicon;
  #pieceDropout: number;
  #frozenLayers: number;
  /** Whether the embeddings, with their norm and projection, are frozen. */
  #isFrozen: boolean;

  constructor(parameters: Parameters, settings: TransformerSettings, lexicon: PieceLexicon) {
    const { shape } = lexicon;
    const { usedLayers, frozenLayers, frozenEmbeddings, sublayerDropout, attentionDropout } = settings;
    const count = usedLayers || shape.layers;
    for (const [name, value] of Object.entries({ usedLayers, frozenLayers })) {
      if (value <= shape.layers) continue;
      throw new SettingsError(
        `The encoder has ${counted(shape.layers, 'layer')}, but "${name}" is ${value}.`,
      );
    }
    this.size = shape.size;
    this.#parameters = parameters;
    this.#lexicon = lexicon;
    this.#pieceDropout = settings.pieceDropout;
    this.#frozenLayers = Math.min(count, frozenLayers);
    this.#isFrozen = frozenEmbeddings || frozenLayers > 0;
    const options = { ...shape, hiddenDropout: sublayerDropout, attentionDropout };
    this.embedding = parameters.within(
      this.#isFrozen ? 'frozen' : 'pretrained',
      () => new TransformerEmbedding(parameters, options),
    );
    this.layers = Array.from({ length: count }, (_, layer) =>
      parameters.within(
        layer < frozenLayers ? 'frozen' : 'pretrained',
        () => new TransformerLayer(parameters, `encoder.layer.${layer}`, options),
      ),
    );
    if (lexicon.seesCase) this.shapes = new Embedding(parameters, 'shapes', shapes.length, shape.size);
  }

  inputOf(words: readonly TaggedForm[]): PieceInput {
    const { subwords } = this.#lexicon;
    const pieces: number[] = [];
    const pieceShapes: number[] = [];
    const starts = Int32Array.from(words, ({ form }) => {
      const start = pieces.length;
      const shape = shapes.indexOf(shapeOf(form));
      for (const piece of subwords.piecesOf(form)) {
        pieces.push(piece);
        pieceShapes.push(shape);
      }
      return start;
    });
    return {
      n: words.length,
      pieces: Int32Array.from(pieces),
      shapes: Int32Array.from(pieceShapes),
      starts,
    };
  }

  cut({ n, pieces, shapes, starts }: PieceInput, from: number, to: number): PieceInput {
    const begin = from < n ? starts[from] : pieces.length;
    const end = to < n ? starts[to] : pieces.length;
    return {
      n: to - from,
      pieces: pieces.slice(begin, end),
      shapes: shapes.slice(begin, end),
      starts: starts.slice(from, to).map((start) => start - begin),
    };
  }

  forward({ instances }: Batch<PieceInput>, random: Random): Pass {
    const { arena, kernels } = this.#parameters.engine;
    const { pieces, shapes, positions, words, lengths } = this.#rows(
      instances.map((instance) => this.#masked(instance, random)),
    );
    const embedded = this.embedding.forward(pieces, positions, this.#isFrozen ? undefined : random);
    let x = this.#through(this.layers.slice(0, this.#frozenLayers), embedded.output, lengths);
    const ofShapes = this.#addShapes(shapes, x);
    const passes = this.layers.slice(this.#frozenLayers).map((layer) => {
      const output = arena.scratch(x.shape);
      const pass = layer.forward(x, lengths, output, random);
      x = output;
      return pass;
    });
    return {
      output: this.#gathered(x, words),
      backward: (dOutput) => {
        let d = arena.scratch(x.shape);
        kernels.fill(d.size, 0, d.pointer);
        const source = dOutput.pointer;
        kernels.scatterAddRows(words.size, this.size, words.pointer, source, this.size, d.pointer);
        for (const pass of passes.toReversed()) d = pass.backward(d);
        ofShapes?.backward(d);
        if (!this.#isFrozen) embedded.backward(d);
      },
    };
  }

  encode({ instances }: Batch<PieceInput>): Tensor {
    const { pieces, shapes, positions, words, lengths } = this.#rows(instances);
    const { output } = this.embedding.forward(pieces, positions);
    const x = this.#through(this.layers.slice(0, this.#frozenLayers), output, lengths);
    this.#addShapes(shapes, x);
    return this.#gathered(this.#through(this.layers.slice(this.#frozenLayers), x, lengths), words);
  }

  encodeRows(input: PieceInput, from: number, to: number): Tensor {
    const encoded = this.encode(batchOf([this.cut(input, Math.max(0, from - 1), to - 1)]));
    if (from === 0) return encoded;
    return this.#parameters.engine.arena.view(encoded.pointer + 4 * this.size, [to - from, this.size]);
  }

  fill({ transformer }: Pretrained): void {
    if (!transformer) return;
    const values = transformerValues(transformer);
    for (const { name, value } of this.#parameters.all) {
      if (/^(embeddings|embeddings_project|encoder\.layer)\./.test(name)) restoreTensor(value, name, values);
    }
  }

  /** The sentence with some of its pieces hidden. */
  #masked(sentence: PieceInput, random: Random): PieceInput {
    if (this.#pieceDropout === 0) return sentence;
    const { mask } = this.#lexicon.subwords;
    const pieces = sentence.pieces.map((piece) => (random.uniform() < this.#pieceDropout ? mask : piece));
    return { ...sentence, pieces };
  }

  /** Adds the vectors of shapes to rows, in place. */
  #addShapes(shapes: IntegerTensor, x: Tensor) {
    const { arena, kernels } = this.#parameters.engine;
    if (!this.shapes) return undefined;
    const vectors = arena.scratch(x.shape);
    const pass = this.shapes.forward(shapes, vectors, 0);
    kernels.axpy(x.size, 1, vectors.pointer, x.pointer);
    return pass;
  }

  /** Runs layers without dropout or a backward pass, alternating between two tensors to save memory. */
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
    const { first, last } = this.#lexicon.subwords;
    const { positions, positionOffset } = this.#lexicon.shape;
    const capacity = positions - positionOffset - 2;
    const rows = pieceRows(sentences, { first, last, capacity });
    return {
      pieces: this.#integers(rows.pieces),
      shapes: this.#integers(rows.shapes),
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

export const transformer: EncoderKind<TransformerSettings, PieceLexicon> = {
  lexiconOf(_sentences, _settings, pretrained) {
    if (!pretrained?.transformer) {
      throw new SettingsError('A transformer starts from pretrained weights: give their folder (--encoder).');
    }
    return PieceLexicon.of(pretrained.transformer);
  },
  readLexicon: (data) => PieceLexicon.read(data),
  create: (parameters, settings, lexicon) => new TransformerEncoder(parameters, settings, lexicon),
};
