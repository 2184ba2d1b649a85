// Bilinear scores of arcs: for all pairs of one sentence, and of every label for given arcs.
import { addTo, columnSums, dot, type Matrix, plus, product, transposed, zerosLike } from './matrix.js';

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

export interface LabelWeights {
  weight: Matrix[]; // a label: [modifier units, head units]
  head: Matrix; // [head units, labels]
  modifier: Matrix; // [modifier units, labels]
  bias: Matrix; // [1, labels]
}

/** score[a][l] = modifier_a·W_l·head_a + head_a·U[:, l] + modifier_a·V[:, l] + b_l. */
export function labelBiaffine(heads: Matrix, modifiers: Matrix, weights: LabelWeights) {
  const { weight, head, modifier, bias } = weights;
  const fromHead = product(heads, head);
  const fromModifier = product(modifiers, modifier);
  return {
    output: heads.map((h, a) =>
      Float64Array.from(
        weight,
        (w, l) => dot(product([modifiers[a]], w)[0], h) + fromHead[a][l] + fromModifier[a][l] + bias[0][l],
      ),
    ),
    backward(dScores: Matrix) {
      const d = {
        heads: product(dScores, transposed(head)),
        modifiers: product(dScores, transposed(modifier)),
        weight: weight.map(zerosLike),
        head: product(transposed(heads), dScores),
        modifier: product(transposed(modifiers), dScores),
        bias: [columnSums(dScores)],
      };
      dScores.forEach((row, a) => {
        row.forEach((gradient, l) => {
          addTo(d.heads[a], product([modifiers[a]], weight[l])[0], gradient);
          addTo(d.modifiers[a], product([heads[a]], transposed(weight[l]))[0], gradient);
          modifiers[a].forEach((m, i) => {
            addTo(d.weight[l][i], heads[a], gradient * m);
          });
        });
      });
      return d;
    },
  };
}
