// The input layer of a transformer: the sum of each piece's word, position and type vectors, normalized.
import type { Random } from '../engine/random.js';
import type { IntegerTensor, Tensor } from '../engine/tensor.js';
import { Dense } from './dense.js';
import { drawDropout } from './dropout.js';
import { Embedding } from './embedding.js';
import { normal } from './initialize.js';
import { LayerNorm } from './layerNorm.js';
import type { Parameter, Parameters } from './parameters.js';

export interface TransformerEmbeddingOptions {
  readonly pieces: number;
  readonly positions: number;
  /** Rows of the type table, of which only the first is used; 0 for no table. */
  readonly types: number;
  /** Columns of the tables; if `size` differs, a linear layer projects to it. */
  readonly embeddingSize: number;
  readonly size: number;
  readonly epsilon: number;
  readonly hiddenDropout: number;
}

export class TransformerEmbedding {
  readonly pieces: Embedding;
  readonly positions: Embedding;
  readonly types: Parameter | undefined; // [types, embeddingSize]
  readonly norm: LayerNorm;
  readonly projection: Dense | undefined;
  #parameters: Parameters;
  #options: TransformerEmbeddingOptions;

  constructor(parameters: Parameters, options: TransformerEmbeddingOptions) {
    const { pieces, positions, types, embeddingSize, size, epsilon } = options;
    const table = (name: string, rows: number) =>
      new Embedding(parameters, `embeddings.${name}.weight`, rows, embeddingSize);
    this.pieces = table('word_embeddings', pieces);
    this.positions = table('position_embeddings', positions);
    if (types > 0) {
      const name = 'embeddings.token_type_embeddings.weight';
      this.types = parameters.add(name, [types, embeddingSize], normal(0.02));
    }
    this.norm = new LayerNorm(parameters, 'embeddings.LayerNorm', embeddingSize, epsilon);
    if (size !== embeddingSize)
      this.projection = new Dense(parameters, 'embeddings_project', embeddingSize, size);
    this.#parameters = parameters;
    this.#options = options;
  }

  /** Pieces and positions of all rows → [rows, size]. */
  forward(pieces: IntegerTensor, positions: IntegerTensor, random?: Random) {
    const { types } = this;
    const { embeddingSize: width, size, hiddenDropout } = this.#options;
    const { engine } = this.#parameters;
    const { arena, kernels } = engine;
    const rows = pieces.size;
    const [sum, normed] = [arena.scratch([rows, width]), arena.scratch([rows, width])];
    const ofPieces = this.pieces.forward(pieces, normed, 0);
    const ofPositions = this.positions.forward(positions, sum, 0);
    kernels.axpy(sum.size, 1, normed.pointer, sum.pointer);
    if (types) kernels.addRow(rows, width, types.value.pointer, sum.pointer, width);
    const norm = this.norm.forward(sum, normed);
    const drop = drawDropout(engine, hiddenDropout, random);
    drop?.(normed, normed);
    const projected = this.projection?.product(normed);
    const bias = this.projection?.bias;
    const output = projected?.output ?? normed;
    if (bias) kernels.addRow(rows, size, bias.value.pointer, output.pointer, size);
    return {
      output,
      backward: (dOutput: Tensor): void => {
        const d = arena.scratch([rows, width]);
        if (bias) kernels.sumRows(rows, size, dOutput.pointer, size, bias.gradient.pointer);
        projected?.backward(dOutput, d);
        const dNormed = projected ? d : dOutput;
        drop?.(dNormed, d);
        norm.backward(drop ? d : dNormed, d);
        if (types) kernels.sumRows(rows, width, d.pointer, width, types.gradient.pointer);
        ofPositions.backward(d);
        ofPieces.backward(d);
      },
    };
  }
}
