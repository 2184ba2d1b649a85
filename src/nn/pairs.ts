// Scores all pairs of positions in a sentence with a two-slot scorer. With features {s0, b0}, an exact decoder needs
// nothing else.
import { type Tensor, useAll } from '../engine/tensor.js';
import type { Projections, Slots } from './slots.js';

/** Gradients of some scores: (transition, i, j) triples, and one value for each. */
export interface PairGradients {
  entries: ArrayLike<number>; // [count, 3]
  values: ArrayLike<number>; // [count]
}

/** The scores of all pairs, and two ways back from them. */
export interface Pairs {
  readonly scores: Tensor; // [outputs, n+2, n+2]
  /** For losses over few pairs: adds the gradients of the listed scores. */
  backwardSparse(gradients: PairGradients): void;
  /** For losses over all pairs: adds the gradients [outputs, n+2, n+2], using only those with i < j. */
  backward(dScores: Tensor): void;
}

/** The kernels keep this many transitions in registers. */
const TRANSITIONS = 4;

/**
 * Scores every pair i < j of a sentence of n words whose n+1 rows of projections (ROOT first) start at `start`: the
 * first slot is at position i, the second at j. Position n+1 is the end marker, an empty second slot. `mask` [hidden]
 * applies to the hidden layer. The scores [outputs, n+2, n+2] are 0 for i ≥ j.
 */
export function scorePairs(
  slots: Slots,
  projections: Projections,
  start: number,
  n: number,
  mask?: Tensor,
): Pairs {
  const { hidden, outputs } = slots;
  const { arena, kernels } = slots.parameters.engine;
  if (slots.slots !== 2 || outputs > TRANSITIONS) {
    throw new Error(`Pairs need a scorer of 2 slots and at most ${TRANSITIONS} transitions.`);
  }
  const size = n + 2;
  const width = 4 * hidden;
  const stride = 2 * hidden;
  const first = 4 * start * stride; // byte offset of the sentence in the projections
  const a = projections.value.pointer + first;

  // The second slot's rows, contiguous, with the hidden layer's bias and the end marker.
  const b = arena.scratch([size, hidden]);
  for (let j = 0; j <= n; j++) kernels.copy(hidden, a + width + 4 * j * stride, b.pointer + j * width);
  kernels.copy(hidden, slots.empty.value.pointer + width, b.pointer + (n + 1) * width);
  kernels.addRow(size, hidden, slots.bias.value.pointer, b.pointer, hidden);

  // Masking the weights is equivalent to masking every pair's hidden layer.
  const weights = arena.scratch([TRANSITIONS, hidden]);
  kernels.fill(weights.size, 0, weights.pointer);
  kernels.copy(outputs * hidden, slots.weight.value.pointer, weights.pointer);
  const masked = (x: Tensor): Tensor => {
    for (let t = 0; mask && t < outputs; t++) {
      kernels.multiply(hidden, x.pointer + t * width, mask.pointer, x.pointer + t * width);
    }
    return x;
  };
  masked(weights);

  const scores = arena.scratch([outputs, size, size]);
  kernels.fill(scores.size, 0, scores.pointer);
  const scorer = [a, stride, b.pointer, weights.pointer] as const;
  arena.scope(() => {
    const work = arena.scratchBytes(kernels.pairScoresBytes(n, hidden));
    kernels.pairScores(n, hidden, outputs, ...scorer, slots.outputBias.value.pointer, scores.pointer, work);
  });

  /** Adds all gradients by way of dense gradients of b and the weights, which `accumulate` fills. */
  const backward = (
    accumulate: (...gradients: [da: number, db: number, dWeights: number, dBias: number]) => void,
  ) => {
    const da = projections.gradient.pointer + first;
    const db = arena.scratch(b.shape);
    const dWeights = arena.scratch(weights.shape);
    kernels.fill(db.size, 0, db.pointer);
    kernels.fill(dWeights.size, 0, dWeights.pointer);
    accumulate(da, db.pointer, dWeights.pointer, slots.outputBias.gradient.pointer);
    for (let j = 1; j <= n; j++) kernels.axpy(hidden, 1, db.pointer + j * width, da + width + 4 * j * stride);
    kernels.axpy(hidden, 1, db.pointer + (n + 1) * width, slots.empty.gradient.pointer + width);
    kernels.sumRows(size, hidden, db.pointer, hidden, slots.bias.gradient.pointer);
    kernels.axpy(outputs * hidden, 1, masked(dWeights).pointer, slots.weight.gradient.pointer);
  };

  return {
    scores,
    backwardSparse({ entries, values }) {
      const count = values.length;
      const triples = arena.scratchIntegers([count, 3]);
      const d = arena.scratch([count]);
      triples.set(entries);
      d.set(values);
      backward((...gradients) =>
        kernels.pairsBackwardSparse(count, hidden, triples.pointer, d.pointer, ...scorer, ...gradients),
      );
    },
    backward(dScores) {
      backward((...gradients) =>
        kernels.pairsBackward(n, hidden, outputs, dScores.pointer, ...scorer, ...gradients),
      );
    },
  };
}

/**
 * The same with a mask per pair: `masks` [pairs, hidden] has the rows of (0, 1), (0, 2), … (n, n+1). Slower, because each
 * pair is scored like any configuration.
 */
export function scoreMaskedPairs(
  slots: Slots,
  projections: Projections,
  start: number,
  n: number,
  masks: Tensor,
): Pairs {
  const { outputs } = slots;
  const { arena, kernels } = slots.parameters.engine;
  const size = n + 2;
  const count = pairCount(n);
  const configurations = arena.scratchIntegers([count, 2]);
  const rows = arena.scratchIntegers([count]);
  const places = new Int32Array(count); // of each pair in a table
  useAll([configurations, rows], (positions, own) => {
    let pair = 0;
    for (let i = 0; i <= n; i++) {
      for (let j = i + 1; j < size; j++, pair++) {
        places[pair] = i * size + j;
        positions[2 * pair] = start + i;
        positions[2 * pair + 1] = j > n ? -1 : start + j;
        own[pair] = pair;
      }
    }
  });
  const pass = slots.score(projections, configurations, { masks, rows });
  const scores = arena.scratch([outputs, size, size]);
  kernels.fill(scores.size, 0, scores.pointer);
  /** Calls `visit` with the place of each score in the tables, and in the rows of the pairs. */
  const each = (visit: (inTables: number, inRows: number) => void) => {
    for (let t = 0; t < outputs; t++) {
      for (let pair = 0; pair < count; pair++) visit(t * size * size + places[pair], pair * outputs + t);
    }
  };
  useAll([scores, pass.scores], (tables, values) => each((at, from) => (tables[at] = values[from])));

  const backward = (dScores: Tensor): void => {
    const d = arena.scratch(pass.scores.shape);
    useAll([dScores, d], (tables, values) => each((from, at) => (values[at] = tables[from])));
    pass.backward(d);
  };
  return {
    scores,
    backwardSparse({ entries, values }) {
      const dScores = arena.scratch(scores.shape);
      dScores.use((tables) => {
        tables.fill(0);
        for (let e = 0; e < values.length; e++) {
          tables[(entries[3 * e] * size + entries[3 * e + 1]) * size + entries[3 * e + 2]] += values[e];
        }
      });
      backward(dScores);
    },
    backward,
  };
}

/** How many pairs i < j a sentence of n words has. */
export function pairCount(n: number): number {
  return ((n + 1) * (n + 2)) / 2;
}
