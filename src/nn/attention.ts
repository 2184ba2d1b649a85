// Multi-head self-attention over concatenated sentences: every row attends to the rows of its own sentence, so there is
// no padding.
import type { Random } from '../engine/random.js';
import type { Tensor } from '../engine/tensor.js';
import { Dense } from './dense.js';
import { type Drop, drawDropout } from './dropout.js';
import type { Parameters } from './parameters.js';

export class Attention {
  /** Computes queries, keys and values of all heads with one product. */
  readonly input: Dense; // [3·size, size]
  readonly heads: number;
  #parameters: Parameters;
  #rate: number;

  /** `rate` is the dropout rate of attention weights. */
  constructor(parameters: Parameters, name: string, size: number, heads: number, rate: number) {
    this.input = new Dense(parameters, name, size, 3 * size);
    this.heads = heads;
    this.#parameters = parameters;
    this.#rate = rate;
  }

  /** [rows, size] → [rows, size], the heads side by side. `lengths` are the rows of each sentence. */
  forward(input: Tensor, lengths: readonly number[], random?: Random) {
    const { heads } = this;
    const { bias } = this.input;
    const { engine } = this.#parameters;
    const { arena, gemm, kernels } = engine;
    const [rows, size] = input.shape;
    const width = size / heads;
    const stride = 3 * size;
    const scale = 1 / Math.sqrt(width);

    const product = this.input.product(input);
    const projected = product.output; // [rows, 3, heads, width]
    kernels.addRow(rows, stride, bias.value.pointer, projected.pointer, stride);
    const output = arena.scratch([rows, size]);
    const weights = arena.scratch([lengths.reduce((sum, n) => sum + heads * n * n, 0)]);
    const drops = lengths.map(() => drawDropout(engine, this.#rate, random));

    /** The address of a head's queries; its keys and values are `size` and 2 · `size` floats further on. */
    const queries = (row: number, head: number) => projected.pointer + 4 * (row * stride + head * width);
    /** The address of a head's columns in a tensor [rows, size]. */
    const columns = (of: Tensor, row: number, head: number) => of.pointer + 4 * (row * size + head * width);
    const [toKeys, toValues] = [4 * size, 8 * size];
    /** Calls `visit` with each sentence and its weights [heads, n, n]. */
    const eachSentence = (visit: (n: number, row: number, own: Tensor, drop: Drop | undefined) => void) => {
      let [row, start] = [0, weights.pointer];
      for (const [sentence, n] of lengths.entries()) {
        const own = arena.view(start, [heads, n, n]);
        arena.scope(() => visit(n, row, own, drops[sentence]));
        row += n;
        start += 4 * own.size;
      }
    };

    eachSentence((n, row, own, drop) => {
      for (let head = 0, w = own.pointer; head < heads; head++, w += 4 * n * n) {
        const q = queries(row, head);
        gemm(false, true, n, n, width, scale, q, stride, q + toKeys, stride, 0, w, n);
      }
      kernels.softmaxRows(heads * n, n, own.pointer, own.pointer);
      const dropped = drop ? drop(own, arena.scratch(own.shape)) : own;
      for (let head = 0, w = dropped.pointer; head < heads; head++, w += 4 * n * n) {
        const v = queries(row, head) + toValues;
        gemm(false, false, n, width, n, 1, w, n, v, stride, 0, columns(output, row, head), size);
      }
    });

    return {
      output,
      /** Adds the gradient of the input to `dInput`. */
      backward: (dOutput: Tensor, dInput: Tensor): void => {
        const dProjected = arena.scratch([rows, stride]);
        const toGradient = dProjected.pointer - projected.pointer;
        eachSentence((n, row, own, drop) => {
          const dropped = drop ? drop(own, arena.scratch(own.shape)) : own;
          const dWeights = arena.scratch(own.shape);
          for (let head = 0, at = 0; head < heads; head++, at += 4 * n * n) {
            const v = queries(row, head) + toValues;
            const d = columns(dOutput, row, head);
            const [w, dw, dv] = [dropped.pointer + at, dWeights.pointer + at, v + toGradient];
            gemm(true, false, n, width, n, 1, w, n, d, size, 0, dv, stride);
            gemm(false, true, n, n, width, 1, d, size, v, stride, 0, dw, n);
          }
          drop?.(dWeights, dWeights);
          kernels.softmaxBackwardRows(heads * n, n, own.pointer, dWeights.pointer, dWeights.pointer);
          for (let head = 0, dw = dWeights.pointer; head < heads; head++, dw += 4 * n * n) {
            const q = queries(row, head);
            const k = q + toKeys;
            gemm(false, false, n, width, n, scale, dw, n, k, stride, 0, q + toGradient, stride);
            gemm(true, false, n, width, n, scale, dw, n, q, stride, 0, k + toGradient, stride);
          }
        });
        kernels.sumRows(rows, stride, dProjected.pointer, stride, bias.gradient.pointer);
        product.backward(dProjected, dInput, true);
      },
    };
  }
}
