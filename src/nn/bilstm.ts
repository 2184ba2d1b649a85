// The BiLSTM encoder: layers of LSTMs that read each sentence in both directions, over batches of packed sentences.
import type { Arena } from '../engine/arena.js';
import type { Random } from '../engine/random.js';
import { type IntegerTensor, type Tensor, useAll } from '../engine/tensor.js';
import { coupledLstm } from './coupledLstm.js';
import { dropoutMask } from './dropout.js';
import { glorot } from './initialize.js';
import { type LstmDirection, type LstmKind, type PassOptions, plainLstm } from './lstm.js';
import type { Packing } from './packing.js';
import type { Parameter, Parameters } from './parameters.js';
import { type TensorColumns, WeightMatrix } from './weightMatrix.js';

/** The dropout masks of one layer, one row per sentence in order of rank; both directions share the input mask. */
export interface LayerMasks {
  input?: Tensor; // [sentences, inputs]
  leftToRight?: Tensor; // [sentences, units]
  rightToLeft?: Tensor; // [sentences, units]
}

const kinds = { plain: plainLstm, coupled: coupledLstm };

/** The kinds of LSTM cells. */
export const lstmCells = ['plain', 'coupled'] as const;

export interface LstmOptions {
  cell?: (typeof lstmCells)[number];
  /** How much an untrained plain cell remembers. */
  forgetBias?: number;
}

export interface DropoutRates {
  input: number;
  recurrent: number;
}

/**
 * Example: a training step. The rows of all sentences are concatenated; sentence s has `lengths[s]` rows.
 *
 *     const parameters = new Parameters(createEngine());
 *     const words = new Embedding(parameters, 'words', vocabulary, 100);
 *     const tags = new Embedding(parameters, 'tags', 18, 28);
 *     const encoder = new BiLstm(parameters, 'encoder', 128, [128, 128]);
 *     parameters.allocate();
 *     parameters.initialize(new Random(1));
 *     const adam = new Adam(parameters, constant(0.001));
 *
 *     arena.scope(() => {
 *       const packing = pack(arena, lengths);
 *       const input = arena.scratch([packing.rows, 128]);
 *       const word = words.forward(wordIds, input, 0);
 *       const tag = tags.forward(tagIds, input, 100);
 *       const masks = encoder.masks(packing, random, { input: 0.33, recurrent: 0.33 });
 *       const encoded = encoder.forward(packing, input, masks);
 *       const dInput = encoded.backward(dOutput); // from the scorer above: [rows, 256], like encoded.output
 *       word.backward(dInput);
 *       tag.backward(dInput);
 *       adam.step(packing.rows);
 *     });
 */
export class BiLstm {
  readonly layers: BiLstmLayer[];
  #parameters: Parameters;

  /** `units` is the size of one direction in each layer. */
  constructor(
    parameters: Parameters,
    name: string,
    inputs: number,
    units: readonly number[],
    { cell = 'plain', forgetBias = 1 }: LstmOptions = {},
  ) {
    this.layers = units.map((count, l) => {
      const width = l === 0 ? inputs : 2 * units[l - 1];
      return new BiLstmLayer(parameters, `${name}.${l}`, width, count, kinds[cell], forgetBias);
    });
    this.#parameters = parameters;
  }

  masks({ sentences }: Packing, random: Random, rates: DropoutRates): LayerMasks[] {
    const { arena } = this.#parameters.engine;
    return this.layers.map(({ inputs, units }) => ({
      input: dropoutMask(arena, random, [sentences, inputs], rates.input),
      leftToRight: dropoutMask(arena, random, [sentences, units], rates.recurrent),
      rightToLeft: dropoutMask(arena, random, [sentences, units], rates.recurrent),
    }));
  }

  /**
   * [rows, inputs] → [rows, 2·units of the last layer], both in the caller's order. Backward can be called only once,
   * because it overwrites what forward has stored.
   */
  forward(packing: Packing, input: Tensor, masks?: readonly LayerMasks[]) {
    const { arena } = this.#parameters.engine;
    let x = this.#gathered(input, packing.callerRows);
    const passes = this.layers.map((layer, l) => {
      const output = arena.scratch([packing.rows, 2 * layer.units]);
      const pass = layer.forward(packing, x, output, masks?.[l]);
      x = output;
      return pass;
    });
    return {
      output: this.#gathered(x, packing.packedRows),
      backward: (dOutput: Tensor): Tensor => {
        let dx = this.#gathered(dOutput, packing.callerRows);
        for (const pass of passes.toReversed()) dx = pass.backward(dx);
        return this.#gathered(dx, packing.packedRows);
      },
    };
  }

  /**
   * Computes the output of forward without storing what backward would need. Equal rows need to be given, and projected,
   * only once: row r of the batch is row `places[r]` of the input, by default row r.
   */
  encode(packing: Packing, input: Tensor, places?: Int32Array): Tensor {
    const { arena } = this.#parameters.engine;
    const [first, ...others] = this.layers;
    const packed = packedPlaces(arena, packing, places);
    let x = arena.scratch([packing.rows, 2 * first.units]);
    arena.scope(() => first.encode(packing, this.#gathered(first.project(input), packed), x));
    for (const layer of others) {
      const output = arena.scratch([packing.rows, 2 * layer.units]);
      arena.scope(() => layer.encode(packing, layer.project(x), output));
      x = output;
    }
    return this.#gathered(x, packing.packedRows);
  }

  #gathered(x: Tensor, indices: IntegerTensor): Tensor {
    const { arena, kernels } = this.#parameters.engine;
    const [rows, columns] = [indices.size, x.shape[1]];
    const y = arena.scratch([rows, columns]);
    kernels.gatherRows(rows, columns, indices.pointer, x.pointer, y.pointer, columns);
    return y;
  }
}

class BiLstmLayer {
  readonly inputs: number;
  readonly units: number;
  /** Holds both directions side by side, so that one product projects the input for both. */
  readonly input: Parameter; // [inputs, 2 · gates · units]
  readonly bias: Parameter; // [2 · gates · units]
  readonly leftToRight: LstmDirection;
  readonly rightToLeft: LstmDirection;
  #matrix: WeightMatrix;
  #parameters: Parameters;

  constructor(
    parameters: Parameters,
    name: string,
    inputs: number,
    units: number,
    kind: LstmKind,
    forgetBias: number,
  ) {
    this.inputs = inputs;
    this.units = units;
    const width = kind.gates * units; // of one direction
    const [shape, initialize] = [[inputs, 2 * width], glorot(inputs, width)];
    this.#matrix = new WeightMatrix(parameters, `${name}.input`, shape, 'inputs', initialize);
    this.input = this.#matrix.parameter;
    this.bias = parameters.add(`${name}.bias`, [2 * width], (bias) => {
      for (const direction of [0, width]) {
        kind.setBiases(bias.subarray(direction, direction + width), units, forgetBias);
      }
    });
    this.leftToRight = kind.create(parameters, `${name}.leftToRight`, units);
    this.rightToLeft = kind.create(parameters, `${name}.rightToLeft`, units);
    this.#parameters = parameters;
  }

  /** Packed rows [rows, inputs] → `output` [rows, 2·units]. */
  forward(packing: Packing, input: Tensor, output: Tensor, masks: LayerMasks = {}) {
    const { arena, kernels } = this.#parameters.engine;
    const x = this.#masked(packing, input, masks.input);
    const gates = this.project(x);
    const [left, right] = this.#run(
      packing,
      gates,
      output,
      { mask: masks.leftToRight },
      { mask: masks.rightToLeft },
    );
    return {
      backward: (dOutput: Tensor): Tensor => {
        const [dLeft, dRight] = halves(dOutput);
        left.backward(dLeft);
        right.backward(dRight);
        // The gates are by now the gradients of the input projections.
        const [rows, width] = gates.shape;
        kernels.sumRows(rows, width, gates.pointer, width, this.bias.gradient.pointer);
        const dInput = arena.scratch(x.shape);
        this.#matrix.backward(x, gates, dInput);
        return this.#masked(packing, dInput, masks.input);
      },
    };
  }

  /** Rows [rows, inputs] → the projections for the gates of both directions, [rows, 2 · gates · units]. */
  project(x: Tensor): Tensor {
    return this.#matrix.product(x, this.bias);
  }

  /** Computes the output of forward from the projections of packed rows, which it spoils. */
  encode(packing: Packing, gates: Tensor, output: Tensor): void {
    this.#run(packing, gates, output, { isFinal: true }, { isFinal: true });
  }

  /** Runs both directions over the projections of packed rows, which it overwrites. */
  #run(packing: Packing, gates: Tensor, output: Tensor, left: PassOptions, right: PassOptions) {
    const [leftGates, rightGates] = halves(gates);
    const [leftOutput, rightOutput] = halves(output);
    const { leftToRight, rightToLeft } = packing;
    return [
      this.leftToRight.forward(packing, leftToRight, leftGates, leftOutput, left),
      this.rightToLeft.forward(packing, rightToLeft, rightGates, rightOutput, right),
    ];
  }

  #masked({ rows, ranks }: Packing, x: Tensor, mask: Tensor | undefined): Tensor {
    if (!mask) return x;
    const { arena, kernels } = this.#parameters.engine;
    const y = arena.scratch(x.shape);
    kernels.maskRows(rows, this.inputs, ranks.pointer, mask.pointer, x.pointer, y.pointer);
    return y;
  }
}

/** For each packed row, its row of the input. */
function packedPlaces(arena: Arena, { callerRows }: Packing, places: Int32Array | undefined): IntegerTensor {
  if (!places) return callerRows;
  const packed = arena.scratchIntegers(callerRows.shape);
  useAll([packed, callerRows], (rows, callers) => {
    for (let row = 0; row < rows.length; row++) rows[row] = places[callers[row]];
  });
  return packed;
}

/** The columns of the two directions. */
function halves({ pointer, shape: [, stride] }: Tensor): [TensorColumns, TensorColumns] {
  return [
    { pointer, stride },
    { pointer: pointer + 2 * stride, stride },
  ];
}
