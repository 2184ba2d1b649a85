// (x − mean) / √(variance + epsilon) · gain + bias, row by row.
import { columnSums, dot, type Matrix, plus, times } from './matrix.js';

export interface NormWeights {
  gain: Matrix; // [1, columns]
  bias: Matrix; // [1, columns]
}

const mean = (row: Float64Array) => row.reduce((sum, x) => sum + x, 0) / row.length;

export function layerNorm(input: Matrix, { gain, bias }: NormWeights, epsilon: number) {
  const deviations: number[] = [];
  const normal = input.map((row) => {
    const centred = row.map((x) => x - mean(row));
    const deviation = Math.sqrt(mean(times(centred, centred)) + epsilon);
    deviations.push(deviation);
    return centred.map((x) => x / deviation);
  });
  return {
    output: normal.map((row) => plus(times(row, gain[0]), bias[0])),
    backward(dOutput: Matrix) {
      return {
        input: dOutput.map((row, r) => {
          const d = times(row, gain[0]);
          const along = dot(d, normal[r]) / d.length;
          return d.map((x, c) => (x - mean(d) - normal[r][c] * along) / deviations[r]);
        }),
        gain: [columnSums(dOutput.map((row, r) => times(row, normal[r])))],
        bias: [columnSums(dOutput)],
      };
    },
  };
}
