// A stack of bidirectional LSTM layers over one sentence: the naive form of the packed one.
import type { LstmMasks } from './lstm.js';
import { type Matrix, plus } from './matrix.js';

export interface BiLstmLayer<T> {
  forward: T;
  reverse: T;
}

/** One direction of a kind of LSTM. */
export type Direction<Weights, Gradients> = (
  sentence: Matrix,
  weights: Weights,
  masks?: LstmMasks,
) => { output: Matrix; backward(dOutput: Matrix): Gradients };

/** `masks` has one entry a layer; both directions see the same input mask. */
export function bilstm<Weights extends { recurrent: Matrix }, Gradients extends { sentence: Matrix }>(
  direction: Direction<Weights, Gradients>,
  sentence: Matrix,
  layers: BiLstmLayer<Weights>[],
  masks?: BiLstmLayer<LstmMasks>[],
) {
  let rows = sentence;
  const passes = layers.map((layer, l) => {
    const forward = direction(rows, layer.forward, masks?.[l].forward);
    const reverse = direction(rows.toReversed(), layer.reverse, masks?.[l].reverse);
    const reversed = reverse.output.toReversed();
    rows = forward.output.map((row, t) => Float64Array.of(...row, ...reversed[t]));
    return { forward, reverse, units: layer.forward.recurrent.length };
  });
  return {
    output: rows,
    backward(dOutput: Matrix) {
      let dRows = dOutput;
      const gradients = passes.toReversed().map(({ forward, reverse, units }) => {
        const dForward = forward.backward(dRows.map((row) => row.subarray(0, units)));
        const dReverse = reverse.backward(dRows.map((row) => row.subarray(units)).reverse());
        dRows = dForward.sentence.map((row, t) => plus(row, dReverse.sentence[dRows.length - 1 - t]));
        return { forward: dForward, reverse: dReverse };
      });
      return { sentence: dRows, layers: gradients.reverse() };
    },
  };
}
