// Multi-head self-attention over one sentence, after Vaswani et al. 2017.
import { type LinearWeights, linear } from './linear.js';
import { dot, type Matrix, plus, product, times, transposed } from './matrix.js';

export interface AttentionWeights {
  query: LinearWeights;
  key: LinearWeights;
  value: LinearWeights;
}

const scaled = (matrix: Matrix, factor: number) => matrix.map((row) => row.map((x) => x * factor));

function softmax(row: Float64Array): Float64Array {
  const powers = row.map((x) => Math.exp(x - Math.max(...row)));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((x) => x / sum);
}

/** `masks` has one for the weights of each head, [n, n]. */
export function attention(input: Matrix, weights: AttentionWeights, heads: number, masks?: Matrix[]) {
  const parts = { query: linear(input, weights.query), key: linear(input, weights.key) };
  const values = linear(input, weights.value);
  const width = values.output[0].length / heads;
  const headOf = (matrix: Matrix, head: number) =>
    matrix.map((row) => row.slice(head * width, (head + 1) * width));
  const masked = (matrix: Matrix, head: number) =>
    masks ? matrix.map((row, r) => times(row, masks[head][r])) : matrix;
  const scale = 1 / Math.sqrt(width);

  const passes = Array.from({ length: heads }, (_, head) => {
    const [q, k, v] = [parts.query, parts.key, values].map(({ output }) => headOf(output, head));
    const weight = scaled(product(q, transposed(k)), scale).map(softmax);
    const dropped = masked(weight, head);
    return {
      output: product(dropped, v),
      backward(d: Matrix) {
        const dWeight = masked(product(d, transposed(v)), head);
        const dScores = dWeight.map((row, r) => {
          const along = dot(row, weight[r]);
          return row.map((x, c) => scale * weight[r][c] * (x - along));
        });
        return {
          query: product(dScores, k),
          key: product(transposed(dScores), q),
          value: product(transposed(dropped), d),
        };
      },
    };
  });

  const beside = (matrices: Matrix[]): Matrix =>
    matrices[0].map((_, r) => Float64Array.from(matrices.flatMap((matrix) => [...matrix[r]])));
  return {
    output: beside(passes.map(({ output }) => output)),
    backward(dOutput: Matrix) {
      const d = passes.map((pass, head) => pass.backward(headOf(dOutput, head)));
      const { input: dQuery, ...query } = parts.query.backward(beside(d.map((head) => head.query)));
      const { input: dKey, ...key } = parts.key.backward(beside(d.map((head) => head.key)));
      const { input: dValue, ...value } = values.backward(beside(d.map((head) => head.value)));
      const input = dQuery.map((row, r) => plus(plus(row, dKey[r]), dValue[r]));
      return { input, query, key, value };
    },
  };
}
