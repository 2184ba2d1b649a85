// A transformer layer as in BERT: attention, then two linear layers with GELU between them. Attention and the linear
// layers each end with a residual connection and layer norm.
import type { Random } from '../engine/random.js';
import type { Tensor } from '../engine/tensor.js';
import { Attention } from './attention.js';
import { Dense } from './dense.js';
import type { Parameters } from './parameters.js';
import { ResidualNorm } from './residualNorm.js';

export interface TransformerLayerOptions {
  readonly size: number;
  readonly heads: number;
  /** Units between the two linear layers. */
  readonly intermediate: number;
  /** Of the layer norms. */
  readonly epsilon: number;
  /** Dropout rates of each sublayer's output and of the attention weights. */
  readonly hiddenDropout: number;
  readonly attentionDropout: number;
}

export class TransformerLayer {
  readonly attention: Attention;
  readonly attentionOutput: ResidualNorm;
  readonly intermediate: Dense;
  readonly output: ResidualNorm;
  #parameters: Parameters;

  constructor(parameters: Parameters, name: string, options: TransformerLayerOptions) {
    const { size, heads, intermediate, epsilon, hiddenDropout, attentionDropout } = options;
    const end = { epsilon, rate: hiddenDropout };
    this.attention = new Attention(parameters, `${name}.attention.self`, size, heads, attentionDropout);
    this.attentionOutput = new ResidualNorm(parameters, `${name}.attention.output`, size, size, end);
    this.intermediate = new Dense(parameters, `${name}.intermediate.dense`, size, intermediate);
    this.output = new ResidualNorm(parameters, `${name}.output`, intermediate, size, end);
    this.#parameters = parameters;
  }

  /** [rows, size] → `output` [rows, size]; `lengths` are the rows per sentence. Backward can be called only once. */
  forward(input: Tensor, lengths: readonly number[], output: Tensor, random?: Random) {
    const { bias } = this.intermediate;
    const { arena, kernels } = this.#parameters.engine;
    const attention = this.attention.forward(input, lengths, random);
    const attended = arena.scratch(input.shape);
    const firstEnd = this.attentionOutput.forward(attention.output, input, attended, random);
    const inner = this.intermediate.product(attended);
    const [rows, units] = inner.output.shape;
    const sums = inner.output.pointer;
    const hidden = arena.scratch([rows, units]);
    kernels.geluForward(rows, units, bias.value.pointer, sums, hidden.pointer);
    const secondEnd = this.output.forward(hidden, attended, output, random);
    return {
      backward: (dOutput: Tensor): Tensor => {
        const dInput = arena.scratch(input.shape);
        arena.scope(() => {
          const dHidden = arena.scratch([rows, units]);
          const dAttended = arena.scratch(input.shape);
          secondEnd.backward(dOutput, dHidden, dAttended);
          const d = dHidden.pointer;
          kernels.geluBackward(rows, units, sums, d, d, bias.gradient.pointer);
          inner.backward(dHidden, dAttended, true);
          const dContext = arena.scratch(input.shape);
          firstEnd.backward(dAttended, dContext, dInput);
          attention.backward(dContext, dInput);
        });
        return dInput;
      },
    };
  }
}
