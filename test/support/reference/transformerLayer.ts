// A layer of BERT over one sentence: attention and a feed-forward network, each with dropout, residual and layer norm.
import { type AttentionWeights, attention } from './attention.js';
import { gelu } from './gelu.js';
import { layerNorm, type NormWeights } from './layerNorm.js';
import { type LinearWeights, linear } from './linear.js';
import { type Matrix, plus, times } from './matrix.js';

export interface EndWeights {
  dense: LinearWeights;
  norm: NormWeights;
}

export interface TransformerLayerWeights {
  self: AttentionWeights;
  attentionOutput: EndWeights;
  intermediate: LinearWeights;
  output: EndWeights;
}

export interface TransformerMasks {
  /** [n, n] for each head. */
  attention: Matrix[];
  /** [n, size], of each sublayer's output. */
  hidden: [Matrix, Matrix];
}

const add = (a: Matrix, b: Matrix) => a.map((row, r) => plus(row, b[r]));
const multiply = (a: Matrix, b: Matrix | undefined) => (b ? a.map((row, r) => times(row, b[r])) : a);

function end(hidden: Matrix, around: Matrix, { dense, norm }: EndWeights, epsilon: number, mask?: Matrix) {
  const product = linear(hidden, dense);
  const normed = layerNorm(add(around, multiply(product.output, mask)), norm, epsilon);
  return {
    output: normed.output,
    backward(dOutput: Matrix) {
      const { input: around, ...dNorm } = normed.backward(dOutput);
      const { input: hidden, ...dDense } = product.backward(multiply(around, mask));
      return { around, hidden, weights: { norm: dNorm, dense: dDense } };
    },
  };
}

export function transformerLayer(
  input: Matrix,
  weights: TransformerLayerWeights,
  heads: number,
  epsilon: number,
  masks?: TransformerMasks,
) {
  const self = attention(input, weights.self, heads, masks?.attention);
  const attended = end(self.output, input, weights.attentionOutput, epsilon, masks?.hidden[0]);
  const inner = linear(attended.output, weights.intermediate);
  const units = gelu(inner.output);
  const output = end(units.output, attended.output, weights.output, epsilon, masks?.hidden[1]);
  return {
    output: output.output,
    backward(dOutput: Matrix) {
      const dEnd = output.backward(dOutput);
      const { input: dInner, ...intermediate } = inner.backward(units.backward(dEnd.hidden).input);
      const dAttended = attended.backward(add(dEnd.around, dInner));
      const { input: dInput, ...dSelf } = self.backward(dAttended.hidden);
      return {
        input: add(dAttended.around, dInput),
        self: dSelf,
        attentionOutput: dAttended.weights,
        intermediate,
        output: dEnd.weights,
      };
    },
  };
}
