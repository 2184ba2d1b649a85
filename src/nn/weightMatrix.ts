// A matrix of weights that rows are multiplied by. In training it is a parameter of floats; a model that is only used may
// keep the 8-bit weights of its file.
import type { MatrixLayout } from '../engine/integerMatrix.js';
import { sizeOf, type Tensor } from '../engine/tensor.js';
import type { Initialize } from './initialize.js';
import type { Parameter, Parameters } from './parameters.js';

/** Columns of a tensor: the address of their first float, and the number of floats from row to row. */
export interface TensorColumns {
  pointer: number;
  stride: number;
}

export class WeightMatrix {
  readonly parameter: Parameter;
  readonly inputs: number;
  readonly outputs: number;
  #parameters: Parameters;
  /** Whether each output's weights are a row. */
  #isTransposed: boolean;

  constructor(
    parameters: Parameters,
    name: string,
    shape: readonly number[],
    layout: MatrixLayout,
    initialize: Initialize,
  ) {
    this.parameter = parameters.addMatrix(name, shape, layout, initialize);
    const [first, rest] = [shape[0], sizeOf(shape.slice(1))];
    this.#isTransposed = layout === 'outputs';
    [this.inputs, this.outputs] = this.#isTransposed ? [rest, first] : [first, rest];
    this.#parameters = parameters;
  }

  /** input [rows, inputs] · W, plus the bias if there is one: [rows, outputs]. */
  product(input: Tensor, bias?: Parameter): Tensor {
    const { inputs, outputs } = this;
    const { integers, value } = this.parameter;
    const { arena, gemm, kernels } = this.#parameters.engine;
    const [rows] = input.shape;
    const output = arena.scratch([rows, outputs]);
    const [x, y] = [input.pointer, output.pointer];
    if (integers) {
      integers.multiply(rows, x, inputs, y, outputs, { bias: bias?.value.pointer });
      return output;
    }
    const [stride, w] = [this.#stride, value.pointer];
    gemm(false, this.#isTransposed, rows, outputs, inputs, 1, x, inputs, w, stride, 0, y, outputs);
    if (bias) kernels.addRow(rows, outputs, bias.value.pointer, y, outputs);
    return output;
  }

  /**
   * Prepares many products with few rows, like the steps of an LSTM: each adds input · W to its output. It may take one of
   * the `spare` rows that follow too, where that is faster.
   */
  steps(): (rows: number, input: TensorColumns, output: TensorColumns, spare?: number) => void {
    const { inputs, outputs } = this;
    const { integers, value } = this.parameter;
    const { gemmPacked, pack } = this.#parameters.engine;
    if (integers) {
      return (rows, input, output) =>
        integers.multiply(rows, input.pointer, input.stride, output.pointer, output.stride, { adds: true });
    }
    const packed = pack(this.#isTransposed, outputs, inputs, value.pointer, this.#stride);
    const { group = Infinity } = packed;
    return (rows, input, output, spare = 0) => {
      const all = spare > 0 && rows % group === group - 1 ? rows + 1 : rows;
      gemmPacked(false, all, 1, input.pointer, input.stride, packed, 1, output.pointer, output.stride);
    };
  }

  /** Adds the gradient of the weights, and writes that of the input to `dInput` or adds it. */
  backward(input: Tensor, dOutput: Tensor, dInput: Tensor, adds = false): void {
    const { inputs, outputs } = this;
    const { gemm } = this.#parameters.engine;
    const { value, gradient } = this.parameter;
    const [rows] = input.shape;
    const [x, d, dx, stride] = [input.pointer, dOutput.pointer, dInput.pointer, this.#stride];
    const dw = gradient.pointer;
    if (this.#isTransposed) gemm(true, false, outputs, inputs, rows, 1, d, outputs, x, inputs, 1, dw, stride);
    else gemm(true, false, inputs, outputs, rows, 1, x, inputs, d, outputs, 1, dw, stride);
    const [w, keep] = [value.pointer, adds ? 1 : 0];
    gemm(false, !this.#isTransposed, rows, inputs, outputs, 1, d, outputs, w, stride, keep, dx, inputs);
  }

  /** The floats per stored row. */
  get #stride(): number {
    return this.#isTransposed ? this.inputs : this.outputs;
  }
}
