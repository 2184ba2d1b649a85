// One direction of an LSTM over packed rows whose input projections are already computed.
import type { Engine } from '../engine/engine.js';
import type { Tensor } from '../engine/tensor.js';
import { glorot } from './initialize.js';
import type { PackedStep, Packing } from './packing.js';
import type { Parameter, Parameters } from './parameters.js';
import { type TensorColumns, WeightMatrix } from './weightMatrix.js';

/** One direction of an LSTM of any kind. */
export interface LstmDirection {
  readonly units: number;
  readonly recurrent: Parameter; // [units, gates · units]
  /**
   * Runs the steps in order. `gates` [rows, gates · units] holds the input projections and is overwritten with the gates;
   * states go to `output` [rows, units]. Backward overwrites `gates` with the gradients of the input projections.
   */
  forward(
    packing: Packing,
    steps: readonly PackedStep[],
    gates: TensorColumns,
    output: TensorColumns,
    options?: PassOptions,
  ): { backward(dOutput: TensorColumns): void };
}

export interface PassOptions {
  /** Applies to each state passed to the next step, in order of rank. */
  readonly mask?: Tensor; // [sentences, units]
  /** There will be no backward: gates of steps that are done need not be kept. */
  readonly isFinal?: boolean;
}

/** A kind of LSTM. */
export interface LstmKind {
  /** How many gates a unit has, with its candidate. */
  readonly gates: number;
  /** Sets the initial biases of a direction, which are zero before. */
  setBiases(biases: Float32Array, units: number, forgetBias: number): void;
  create(parameters: Parameters, name: string, units: number): LstmDirection;
}

/** The address of a row. */
export const rowOf = ({ pointer, stride }: TensorColumns, row: number): number => pointer + 4 * stride * row;
/** The same columns from a row on. */
export const columnsFrom = (columns: TensorColumns, row: number): TensorColumns => ({
  pointer: rowOf(columns, row),
  stride: columns.stride,
});

class Lstm implements LstmDirection {
  readonly units: number;
  readonly recurrent: Parameter; // [units, 4·units], gates in the order input, forget, output, candidate
  #matrix: WeightMatrix;
  #parameters: Parameters;

  constructor(parameters: Parameters, name: string, units: number) {
    this.units = units;
    const [shape, initialize] = [[units, 4 * units], glorot(units, 4 * units)];
    this.#matrix = new WeightMatrix(parameters, `${name}.recurrent`, shape, 'inputs', initialize);
    this.recurrent = this.#matrix.parameter;
    this.#parameters = parameters;
  }

  forward(
    packing: Packing,
    steps: readonly PackedStep[],
    gates: TensorColumns,
    output: TensorColumns,
    { mask, isFinal = false }: PassOptions = {},
  ) {
    const { units, recurrent } = this;
    const engine = this.#parameters.engine;
    const { arena, gemm, gemmPacked, kernels } = engine;
    const width = 4 * units;
    const maskPointer = mask?.pointer ?? 0;
    const carried = denseColumns(engine, packing.rows, units); // the state that each row takes over, or zero
    const cells = denseColumns(engine, packing.rows, units);
    const tanhCells = denseColumns(engine, packing.rows, units);
    kernels.fill(packing.rows * units, 0, carried.pointer);
    const add = this.#matrix.steps();

    for (const step of steps) {
      const { start, rows } = step;
      const g = rowOf(gates, start);
      const spare = isFinal ? packing.rows - start - step.carried : step.spare;
      if (step.carried > 0) add(step.carried, columnsFrom(carried, start), columnsFrom(gates, start), spare);
      kernels.lstmForward(
        rows,
        step.carried,
        step.continuing,
        units,
        g,
        gates.stride,
        rowOf(cells, step.previous),
        rowOf(cells, start),
        rowOf(tanhCells, start),
        rowOf(output, start),
        output.stride,
        rowOf(carried, step.next),
        maskPointer,
      );
    }

    return {
      backward: (dOutput: TensorColumns): void => {
        const dNext = arena.scratch([packing.sentences, units]).pointer;
        const dCells = arena.scratch([packing.sentences, units]).pointer;
        const transposed = engine.pack(true, units, width, recurrent.value.pointer, width);
        for (let s = steps.length - 1; s >= 0; s--) {
          const step = steps[s];
          const g = rowOf(gates, step.start);
          kernels.lstmBackward(
            step.rows,
            step.carried,
            step.continuing,
            units,
            g,
            gates.stride,
            rowOf(cells, step.previous),
            rowOf(tanhCells, step.start),
            rowOf(dOutput, step.start),
            dOutput.stride,
            dNext,
            maskPointer,
            dCells,
          );
          if (step.carried === 0) continue;
          gemmPacked(false, step.carried, 1, g, gates.stride, transposed, 0, dNext, units);
        }
        const [h, d, dWeight] = [carried.pointer, gates.pointer, recurrent.gradient.pointer];
        gemm(true, false, units, width, packing.rows, 1, h, units, d, gates.stride, 1, dWeight, width);
      },
    };
  }
}

/** New dense columns in scratch memory. */
export function denseColumns({ arena }: Engine, rows: number, units: number): TensorColumns {
  return { pointer: arena.scratch([rows, units]).pointer, stride: units };
}

export const plainLstm: LstmKind = {
  gates: 4,
  setBiases: (biases, units, forgetBias) => biases.fill(forgetBias, units, 2 * units),
  create: (parameters, name, units) => new Lstm(parameters, name, units),
};
