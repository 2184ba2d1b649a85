// A table of 8-bit rows with a scale each. Only the rows that are looked up become floats.
import { alignedBytes } from './arena.js';
import type { Engine } from './engine.js';
import { dequantize, type Quantized } from './quantization.js';
import type { IntegerTensor } from './tensor.js';

export class IntegerTable {
  #engine: Engine;
  #pointer: number;
  #rows: number;
  #columns: number;

  /** A handle on a table at an address. */
  constructor(engine: Engine, pointer: number, [rows, columns]: readonly number[]) {
    this.#engine = engine;
    this.#pointer = pointer;
    this.#rows = rows;
    this.#columns = columns;
  }

  static bytes([rows, columns]: readonly number[]): number {
    return alignedBytes(rows * columns) + 4 * rows;
  }

  get #scales(): number {
    return this.#pointer + alignedBytes(this.#rows * this.#columns);
  }

  fill({ integers, scales }: Quantized): void {
    const { arena } = this.#engine;
    arena.viewBytes(this.#pointer, [integers.length]).set(integers);
    arena.view(this.#scales, [scales.length]).set(scales);
  }

  values(): Float32Array {
    const { arena } = this.#engine;
    return dequantize({
      integers: arena.viewBytes(this.#pointer, [this.#rows * this.#columns]).copy(),
      scales: arena.view(this.#scales, [this.#rows]).copy(),
    });
  }

  /** Writes the rows of the ids to the address `target`, `stride` floats apart. */
  gather(ids: IntegerTensor, target: number, stride: number): void {
    const { kernels } = this.#engine;
    const table = this.#pointer;
    kernels.gatherIntegerRows(ids.size, this.#columns, ids.pointer, table, this.#scales, target, stride);
  }
}
