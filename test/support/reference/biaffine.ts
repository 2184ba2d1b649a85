// Bilinear scores of all arcs of one sentence.
import { columnSums, type Matrix, plus, product, transposed } from './matrix.js';

export interface BiaffineWeights {
  weight: Matrix; // [modifier units, head units]
  bias: Matrix; // [1, head units]
}

/** score[h][m] = head_h · (modifier_m·W + u): u is the head bias. */
export function biaffine(heads: Matrix, modifiers: Matrix, { weight, bias }: BiaffineWeights) {
  const wanted = product(modifiers, weight).map((row) => plus(row, bias[0])); // [n+1, head units]
  return {
    output: product(heads, transposed(wanted)),
    backward(dScores: Matrix) {
      const dWanted = product(transposed(dScores), heads);
      return {
        heads: product(dScores, wanted),
        modifiers: product(dWanted, transposed(weight)),
        weight: product(transposed(modifiers), dWanted),
        bias: [columnSums(dWanted)],
      };
    },
  };
}
