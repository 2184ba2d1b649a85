// One direction of the LSTM of the authors' program: the forget gate is what the input gate leaves, and the gates see the
// cell (peepholes), the input gate the old one and the output gate the new one.
import { glorot } from './initialize.js';
import {
  columnsFrom,
  denseColumns,
  type LstmDirection,
  type LstmKind,
  type PassOptions,
  rowOf,
} from './lstm.js';
import type { PackedStep, Packing } from './packing.js';
import type { Parameter, Parameters } from './parameters.js';
import { type TensorColumns, WeightMatrix } from './weightMatrix.js';

class CoupledLstm implements LstmDirection {
  readonly units: number;
  readonly recurrent: Parameter; // [units, 3·units], gates in the order input, output, candidate
  readonly toInput: Parameter; // [units, units], from the old cell to the input gate
  readonly toOutput: Parameter; // [units, units], from the new cell to the output gate
  #recurrent: WeightMatrix;
  #toInput: WeightMatrix;
  #toOutput: WeightMatrix;
  #parameters: Parameters;

  constructor(parameters: Parameters, name: string, units: number) {
    this.units = units;
    const matrix = (part: string, outputs: number) =>
      new WeightMatrix(parameters, `${name}.${part}`, [units, outputs], 'inputs', glorot(units, outputs));
    this.#recurrent = matrix('recurrent', 3 * units);
    this.#toInput = matrix('toInput', units);
    this.#toOutput = matrix('toOutput', units);
    this.recurrent = this.#recurrent.parameter;
    this.toInput = this.#toInput.parameter;
    this.toOutput = this.#toOutput.parameter;
    this.#parameters = parameters;
  }

  forward(
    packing: Packing,
    steps: readonly PackedStep[],
    gates: TensorColumns,
    output: TensorColumns,
    { mask }: PassOptions = {},
  ) {
    const { units } = this;
    const engine = this.#parameters.engine;
    const { arena, gemm, gemmPacked, kernels } = engine;
    const width = 3 * units;
    const stride = gates.stride;
    const outputGates = { pointer: gates.pointer + 4 * units, stride };
    const maskPointer = mask?.pointer ?? 0;
    const states = denseColumns(engine, packing.rows, units); // the state that each row takes over, or zero
    const oldCells = denseColumns(engine, packing.rows, units); // the same for cells
    const cells = denseColumns(engine, packing.rows, units);
    for (const { pointer } of [states, oldCells]) kernels.fill(packing.rows * units, 0, pointer);
    const addStates = this.#recurrent.steps();
    const addOldCells = this.#toInput.steps();
    const addCells = this.#toOutput.steps();

    for (const { start, rows, carried, continuing, next } of steps) {
      if (carried > 0) {
        addStates(carried, columnsFrom(states, start), columnsFrom(gates, start));
        addOldCells(carried, columnsFrom(oldCells, start), columnsFrom(gates, start));
      }
      const [g, old, cell] = [rowOf(gates, start), rowOf(oldCells, start), rowOf(cells, start)];
      kernels.coupledCells(rows, units, g, stride, old, cell);
      addCells(rows, columnsFrom(cells, start), columnsFrom(outputGates, start));
      const [to, carry] = [rowOf(output, start), rowOf(states, next)];
      kernels.coupledStates(rows, continuing, units, g, stride, cell, to, output.stride, carry, maskPointer);
      kernels.copy(continuing * units, cell, rowOf(oldCells, next));
    }

    return {
      backward: (dOutput: TensorColumns): void => {
        const dNext = arena.scratch([packing.sentences, units]).pointer;
        const dCells = arena.scratch([packing.sentences, units]).pointer;
        const transposed = ({ value }: Parameter, columns: number) =>
          engine.pack(true, units, columns, value.pointer, columns);
        const recurrent = transposed(this.recurrent, width);
        const toInput = transposed(this.toInput, units);
        const toOutput = transposed(this.toOutput, units);
        for (const { start, rows, carried, continuing } of steps.toReversed()) {
          const [g, old, cell] = [rowOf(gates, start), rowOf(oldCells, start), rowOf(cells, start)];
          const [d, dStride] = [rowOf(dOutput, start), dOutput.stride];
          kernels.coupledStatesBackward(
            ...([rows, continuing, units, g, stride, cell, d, dStride, dNext, maskPointer, dCells] as const),
          );
          gemmPacked(false, rows, 1, rowOf(outputGates, start), stride, toOutput, 1, dCells, units);
          kernels.coupledCellsBackward(rows, units, g, stride, old, dCells);
          if (carried === 0) continue;
          gemmPacked(false, carried, 1, g, stride, toInput, 1, dCells, units);
          gemmPacked(false, carried, 1, g, stride, recurrent, 0, dNext, units);
        }
        /** Adds inputᵀ · dGates to the gradient of weights. */
        const add = ({ gradient }: Parameter, columns: number, input: TensorColumns, dGates: TensorColumns) =>
          gemm(
            ...([true, false, units, columns, packing.rows, 1] as const),
            ...([input.pointer, units, dGates.pointer, stride, 1, gradient.pointer, columns] as const),
          );
        add(this.recurrent, width, states, gates);
        add(this.toInput, units, oldCells, gates);
        add(this.toOutput, units, cells, outputGates);
      },
    };
  }
}

export const coupledLstm: LstmKind = {
  gates: 3,
  setBiases: () => {},
  create: (parameters, name, units) => new CoupledLstm(parameters, name, units),
};
