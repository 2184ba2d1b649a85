// Losses over rows of scores, with their gradients.
import type { Engine } from '../engine/engine.js';
import { type Tensor, useAll } from '../engine/tensor.js';

/** The status of a class in the hinge loss, which ignores excluded classes such as illegal transitions. */
export const wrong = 0;
export const right = 1;
export const excluded = 2;

export interface Loss {
  loss: number;
  gradient: Tensor; // like the scores
}

/** Σ over rows of max(0, 1 + best wrong − best right); a row that lacks either adds nothing. */
export function hinge({ arena, kernels }: Engine, scores: Tensor, status: ArrayLike<number>): Loss {
  const [rows, classes] = scores.shape;
  const gradient = arena.scratch(scores.shape);
  kernels.fill(gradient.size, 0, gradient.pointer);
  const loss = useAll([scores, gradient], (score, slope) => {
    let sum = 0;
    for (let row = 0; row < rows; row++) {
      let bad = -1;
      let good = -1;
      for (let i = row * classes; i < (row + 1) * classes; i++) {
        if (status[i] === wrong && (bad < 0 || score[i] > score[bad])) bad = i;
        if (status[i] === right && (good < 0 || score[i] > score[good])) good = i;
      }
      const margin = bad < 0 || good < 0 ? 0 : 1 + score[bad] - score[good];
      if (margin <= 0) continue;
      sum += margin;
      slope[bad] = 1;
      slope[good] = -1;
    }
    return sum;
  });
  return { loss, gradient };
}

/** Σ over rows of −log softmax(scores)[gold]; a row whose gold class is negative adds nothing. */
export function crossEntropy({ arena, kernels }: Engine, scores: Tensor, gold: ArrayLike<number>): Loss {
  const [rows, classes] = scores.shape;
  const gradient = arena.scratch(scores.shape);
  const totals = arena.scratch([rows]);
  kernels.softmaxRows(rows, classes, scores.pointer, gradient.pointer);
  kernels.logSumExpRows(rows, classes, scores.pointer, totals.pointer);
  const loss = useAll([scores, totals, gradient], (score, total, slope) => {
    let sum = 0;
    for (let row = 0; row < rows; row++) {
      if (gold[row] < 0) {
        slope.fill(0, row * classes, (row + 1) * classes);
        continue;
      }
      const right = row * classes + gold[row];
      sum += total[row] - score[right];
      slope[right] -= 1;
    }
    return sum;
  });
  return { loss, gradient };
}
