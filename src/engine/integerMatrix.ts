// A matrix of 8-bit weights, packed for products with float rows. The rows are rounded to 7 bits each time, with a scale
// of their own; the sums are integers.
import { alignedBytes } from './arena.js';
import type { Engine } from './engine.js';
import type { Quantized } from './quantization.js';
import { sizeOf } from './tensor.js';

/**
 * The order of a matrix in files: `inputs` is [inputs, outputs] or [inputs, parts, outputs of a part], with a scale for
 * each input and part; `outputs` is [outputs, inputs], with a scale for each output.
 */
export type MatrixLayout = 'inputs' | 'outputs';

/** Deeper sums could overflow. */
const DEEPEST = 2 ** 17;

interface MatrixSizes {
  readonly inputs: number;
  /** Parts have different scales, so that each is a product of its own. */
  readonly parts: number;
  /** The outputs of a part. */
  readonly columns: number;
}

export interface MultiplyOptions {
  /** The address of a bias [outputs]. */
  readonly bias?: number;
  readonly adds?: boolean;
  /** Which instruction to use, by default the engine's choice. It does not change the result. */
  readonly isFused?: boolean;
}

export class IntegerMatrix {
  #engine: Engine;
  #shape: readonly number[];
  #layout: MatrixLayout;
  #sizes: MatrixSizes;
  /** The addresses of the packed weights of all parts, and of the scales. */
  #packed: number;
  #scales: number;

  /** A handle on a matrix at an address. */
  constructor(engine: Engine, pointer: number, shape: readonly number[], layout: MatrixLayout) {
    this.#engine = engine;
    this.#shape = shape;
    this.#layout = layout;
    this.#sizes = sizesOf(shape, layout);
    this.#packed = pointer;
    this.#scales = pointer + this.#sizes.parts * partBytes(engine, this.#sizes);
  }

  static canHold(shape: readonly number[], layout: MatrixLayout): boolean {
    return sizesOf(shape, layout).inputs <= DEEPEST;
  }

  static bytes(engine: Engine, shape: readonly number[], layout: MatrixLayout): number {
    const sizes = sizesOf(shape, layout);
    return sizes.parts * partBytes(engine, sizes) + 4 * scalesOf(sizes, layout);
  }

  fill({ integers, scales }: Quantized): void {
    const { arena, kernels } = this.#engine;
    const { inputs, parts, columns } = this.#sizes;
    arena.scope(() => {
      const source = arena.scratchBytes(integers.length);
      arena.viewBytes(source, [integers.length]).set(integers);
      for (let part = 0; part < parts; part++) {
        const [across, along] = this.#layout === 'inputs' ? [1, parts * columns] : [inputs, 1];
        kernels.integerPack(columns, inputs, source + part * columns, across, along, this.#part(part));
      }
    });
    const stored = this.#layout === 'inputs' ? transposed(scales, inputs, parts) : scales;
    arena.view(this.#scales, [stored.length]).set(stored);
  }

  /** The values in the order of files. */
  values(): Float32Array {
    const { arena } = this.#engine;
    const { inputs, parts, columns } = this.#sizes;
    const quads = Math.ceil(inputs / 4);
    const isByInput = this.#layout === 'inputs';
    const scales = arena.view(this.#scales, [scalesOf(this.#sizes, this.#layout)]).copy();
    const values = new Float32Array(sizeOf(this.#shape));
    for (let part = 0; part < parts; part++) {
      const packed = arena.viewBytes(this.#part(part), [Math.ceil(columns / 8), quads, 8, 4]).copy();
      for (let j = 0; j < columns; j++) {
        for (let i = 0; i < inputs; i++) {
          const weight = packed[(((j >> 3) * quads + (i >> 2)) * 8 + (j & 7)) * 4 + (i & 3)];
          if (isByInput) values[(i * parts + part) * columns + j] = weight * scales[part * inputs + i];
          else values[j * inputs + i] = weight * scales[j];
        }
      }
    }
    return values;
  }

  /**
   * y [rows, outputs] = x [rows, inputs] · W + bias, or y + x · W if it `adds`. x, y and the bias (0 for none) are
   * addresses; strides are the floats from one row to the next.
   */
  multiply(
    rows: number,
    x: number,
    xStride: number,
    y: number,
    yStride: number,
    { bias = 0, adds = false, isFused = this.#engine.weights === 'fused integers' }: MultiplyOptions = {},
  ): void {
    const { arena, kernels } = this.#engine;
    const { inputs, parts, columns } = this.#sizes;
    const isByInput = this.#layout === 'inputs';
    arena.scope(() => {
      const buffer = arena.scratchBytes(kernels.integerBufferBytes(inputs));
      for (let part = 0; part < parts; part++) {
        const offset = 4 * part * columns;
        kernels.integerProduct(
          rows,
          columns,
          inputs,
          x,
          xStride,
          isByInput ? this.#scales + 4 * part * inputs : 0,
          this.#part(part),
          isByInput ? 0 : this.#scales,
          bias === 0 ? 0 : bias + offset,
          adds,
          y + offset,
          yStride,
          isFused,
          buffer,
        );
      }
    });
  }

  #part(part: number): number {
    return this.#packed + part * partBytes(this.#engine, this.#sizes);
  }
}

function sizesOf(shape: readonly number[], layout: MatrixLayout): MatrixSizes {
  if (layout === 'outputs') return { inputs: sizeOf(shape.slice(1)), parts: 1, columns: shape[0] };
  return { inputs: shape[0], parts: sizeOf(shape.slice(1, -1)), columns: shape[shape.length - 1] };
}

function scalesOf({ inputs, parts, columns }: MatrixSizes, layout: MatrixLayout): number {
  return layout === 'inputs' ? parts * inputs : columns;
}

function partBytes({ kernels }: Engine, { inputs, columns }: MatrixSizes): number {
  return alignedBytes(kernels.integerBytes(columns, inputs));
}

/** [rows, columns] → [columns, rows] */
function transposed(values: Float32Array, rows: number, columns: number): Float32Array {
  return values.map((_, at) => values[(at % rows) * columns + Math.floor(at / rows)]);
}
