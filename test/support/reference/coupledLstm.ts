// One direction of an LSTM with coupled gates and peepholes over one sentence, step by step.
import type { LstmMasks } from './lstm.js';
import { addTo, type Matrix, plus, product, times, transposed, zeros, zerosLike } from './matrix.js';

export interface CoupledLstmWeights {
  input: Matrix; // [inputs, 3·units], gates in the order input, output, candidate
  recurrent: Matrix; // [units, 3·units]
  bias: Matrix; // [1, 3·units]
  toInput: Matrix; // [units, units], from the old cell
  toOutput: Matrix; // [units, units], from the new cell
}

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));

export function coupledLstm(sentence: Matrix, weights: CoupledLstmWeights, masks?: LstmMasks) {
  const units = weights.recurrent.length;
  const maskedInput = (row: Float64Array) => (masks ? times(row, masks.input) : row);
  const maskedState = (row: Float64Array) => (masks ? times(row, masks.recurrent) : row);
  const gate = (row: Float64Array, g: number) => row.subarray(g * units, (g + 1) * units);
  const seen = (cell: Float64Array, peephole: Matrix) => product([cell], peephole)[0];

  let state: Float64Array = new Float64Array(units);
  let cell: Float64Array = new Float64Array(units);
  const steps = sentence.map((row) => {
    const x = maskedInput(row);
    const previousState = maskedState(state);
    const previousCell = cell;
    const sums = plus(
      plus(product([x], weights.input)[0], product([previousState], weights.recurrent)[0]),
      weights.bias[0],
    );
    const input = plus(gate(sums, 0), seen(previousCell, weights.toInput)).map(sigmoid);
    const candidate = gate(sums, 2).map(Math.tanh);
    cell = plus(
      times(
        input.map((i) => 1 - i),
        previousCell,
      ),
      times(input, candidate),
    );
    const output = plus(gate(sums, 1), seen(cell, weights.toOutput)).map(sigmoid);
    state = times(output, cell.map(Math.tanh));
    return { x, previousState, previousCell, input, output, candidate, cell, state };
  });

  return {
    output: steps.map((step) => step.state),
    backward(dOutput: Matrix) {
      const d = {
        sentence: zerosLike(sentence),
        input: zerosLike(weights.input),
        recurrent: zerosLike(weights.recurrent),
        bias: zeros(1, 3 * units),
        toInput: zerosLike(weights.toInput),
        toOutput: zerosLike(weights.toOutput),
      };
      let dState: Float64Array = new Float64Array(units);
      let dCell: Float64Array = new Float64Array(units);
      for (let t = steps.length - 1; t >= 0; t--) {
        const s = steps[t];
        const dh = plus(dOutput[t], dState);
        const tanhCell = s.cell.map(Math.tanh);
        const dOut = dh.map((x, u) => x * tanhCell[u] * s.output[u] * (1 - s.output[u]));
        const throughState = dh.map((x, u) => x * s.output[u] * (1 - tanhCell[u] ** 2));
        const dc = plus(plus(dCell, throughState), product([dOut], transposed(weights.toOutput))[0]);
        const dIn = dc.map(
          (x, u) => x * (s.candidate[u] - s.previousCell[u]) * s.input[u] * (1 - s.input[u]),
        );
        const dCandidate = dc.map((x, u) => x * s.input[u] * (1 - s.candidate[u] ** 2));
        const dSums = Float64Array.of(...dIn, ...dOut, ...dCandidate);
        s.x.forEach((x, i) => {
          addTo(d.input[i], dSums, x);
        });
        s.previousState.forEach((h, u) => {
          addTo(d.recurrent[u], dSums, h);
        });
        s.previousCell.forEach((c, u) => {
          addTo(d.toInput[u], dIn, c);
        });
        s.cell.forEach((c, u) => {
          addTo(d.toOutput[u], dOut, c);
        });
        addTo(d.bias[0], dSums);
        d.sentence[t] = maskedInput(product([dSums], transposed(weights.input))[0]);
        dState = maskedState(product([dSums], transposed(weights.recurrent))[0]);
        dCell = plus(
          dc.map((x, u) => x * (1 - s.input[u])),
          product([dIn], transposed(weights.toInput))[0],
        );
      }
      return d;
    },
  };
}
