// One direction of an LSTM over one sentence, step by step as the textbook has it.
import { addTo, type Matrix, plus, product, times, transposed, zeros, zerosLike } from './matrix.js';

export interface LstmWeights {
  input: Matrix; // [inputs, 4·units], gates in the order input, forget, output, candidate
  recurrent: Matrix; // [units, 4·units]
  bias: Matrix; // [1, 4·units]
}

/** One mask for all steps of the sentence, on the step's input and on the state that it takes over. */
export interface LstmMasks {
  input: Float64Array; // [inputs]
  recurrent: Float64Array; // [units]
}

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));

export function lstm(sentence: Matrix, weights: LstmWeights, masks?: LstmMasks) {
  const units = weights.recurrent.length;
  const maskedInput = (row: Float64Array) => (masks ? times(row, masks.input) : row);
  const maskedState = (row: Float64Array) => (masks ? times(row, masks.recurrent) : row);
  const gate = (row: Float64Array, g: number) => row.subarray(g * units, (g + 1) * units);

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
    const input = gate(sums, 0).map(sigmoid);
    const forget = gate(sums, 1).map(sigmoid);
    const output = gate(sums, 2).map(sigmoid);
    const candidate = gate(sums, 3).map(Math.tanh);
    cell = plus(times(forget, previousCell), times(input, candidate));
    state = times(output, cell.map(Math.tanh));
    return { x, previousState, previousCell, input, forget, output, candidate, cell, state };
  });

  return {
    output: steps.map((step) => step.state),
    backward(dOutput: Matrix) {
      const d = {
        sentence: zerosLike(sentence),
        input: zerosLike(weights.input),
        recurrent: zerosLike(weights.recurrent),
        bias: zeros(1, 4 * units),
      };
      let dState: Float64Array = new Float64Array(units);
      let dCell: Float64Array = new Float64Array(units);
      for (let t = steps.length - 1; t >= 0; t--) {
        const s = steps[t];
        const dh = plus(dOutput[t], dState);
        const tanhCell = s.cell.map(Math.tanh);
        const dc = dCell.map((x, u) => x + dh[u] * s.output[u] * (1 - tanhCell[u] ** 2));
        const dSums = new Float64Array(4 * units);
        for (let u = 0; u < units; u++) {
          dSums[u] = dc[u] * s.candidate[u] * s.input[u] * (1 - s.input[u]);
          dSums[units + u] = dc[u] * s.previousCell[u] * s.forget[u] * (1 - s.forget[u]);
          dSums[2 * units + u] = dh[u] * tanhCell[u] * s.output[u] * (1 - s.output[u]);
          dSums[3 * units + u] = dc[u] * s.input[u] * (1 - s.candidate[u] ** 2);
        }
        s.x.forEach((x, i) => {
          addTo(d.input[i], dSums, x);
        });
        s.previousState.forEach((h, u) => {
          addTo(d.recurrent[u], dSums, h);
        });
        addTo(d.bias[0], dSums);
        d.sentence[t] = maskedInput(product([dSums], transposed(weights.input))[0]);
        dState = maskedState(product([dSums], transposed(weights.recurrent))[0]);
        dCell = times(dc, s.forget);
      }
      return d;
    },
  };
}
