// Scores of configurations: a hidden layer that sums one projected row a slot, then an output layer.
import { type LinearWeights, linear } from './linear.js';
import {
  addTo,
  columnSums,
  type Matrix,
  plus,
  product,
  times,
  transposed,
  zeros,
  zerosLike,
} from './matrix.js';

export interface SlotWeights {
  projections: Matrix[]; // a slot: [inputs, hidden]
  empty: Matrix; // [slots, hidden], what an empty slot adds
  bias: Matrix; // [1, hidden]
  output: LinearWeights; // [hidden, transitions]
}

/** Each configuration names a row of `encoded` for every slot, or −1; `mask` is [configurations, hidden]. */
export function slots(encoded: Matrix, weights: SlotWeights, configurations: number[][], mask?: Matrix) {
  const projected = weights.projections.map((weight) => product(encoded, weight));
  const hidden = configurations.map((rows) =>
    rows
      .map((row, slot) => (row < 0 ? weights.empty[slot] : projected[slot][row]))
      .reduce(plus, weights.bias[0])
      .map(Math.tanh),
  );
  const masked = (rows: Matrix) => (mask ? rows.map((row, c) => times(row, mask[c])) : rows);
  const scores = linear(masked(hidden), weights.output);
  return {
    output: scores.output,
    backward(dScores: Matrix) {
      const { input, weight, bias } = scores.backward(dScores);
      const dSums = masked(input).map((row, c) => row.map((x, h) => x * (1 - hidden[c][h] ** 2)));
      const dEmpty = zerosLike(weights.empty);
      const dProjected = projected.map(zerosLike);
      configurations.forEach((rows, c) => {
        rows.forEach((row, slot) => {
          addTo(row < 0 ? dEmpty[slot] : dProjected[slot][row], dSums[c]);
        });
      });
      const dEncoded = zeros(encoded.length, encoded[0].length);
      dProjected.forEach((d, slot) => {
        product(d, transposed(weights.projections[slot])).forEach((row, r) => {
          addTo(dEncoded[r], row);
        });
      });
      return {
        encoded: dEncoded,
        projections: dProjected.map((d) => product(transposed(encoded), d)),
        empty: dEmpty,
        bias: [columnSums(dSums)],
        output: { weight, bias },
      };
    },
  };
}
