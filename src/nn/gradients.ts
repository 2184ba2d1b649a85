// The gradients of one thread in one block, so that another thread needs only its address to sum them. The block holds
// the dense gradients and the tables, laid out like the values, then the list of touched rows of each table.
import type { Engine } from '../engine/engine.js';
import type { IntegerTensor, Tensor } from '../engine/tensor.js';
import type { Parameters, ParameterTable } from './parameters.js';

export class Gradients {
  readonly pointer: number;
  readonly tables: SparseGradient[];
  #engine: Engine;
  #denseSize: number;

  /** The size of the block in 4-byte words. */
  static size({ trainedSize, tables }: Parameters): number {
    return tables.reduce((size, { shape }) => size + 1 + shape[0], trainedSize);
  }

  /** The gradients at `pointer`, which may belong to another thread. */
  constructor({ engine, denseSize, trainedSize, tables }: Parameters, pointer: number) {
    this.#engine = engine;
    this.#denseSize = denseSize;
    this.pointer = pointer;
    let touched = pointer + 4 * trainedSize;
    this.tables = tables.map((table) => {
      const gradient = new SparseGradient(engine, table, pointer + 4 * table.offset, touched);
      touched += 4 * (1 + table.shape[0]);
      return gradient;
    });
  }

  clear(): void {
    this.#engine.kernels.fill(this.#denseSize, 0, this.pointer);
    for (const table of this.tables) table.clear();
  }

  /** Adds another thread's table gradients to these; `sumDense` adds the dense ones. */
  addTables(other: Gradients): void {
    this.tables.forEach((table, t) => {
      table.addTable(other.tables[t]);
    });
  }

  /** `dense` is the sum of the squared dense gradients, if the caller already has it. */
  norm(dense = this.#engine.kernels.squaredNorm(this.#denseSize, this.pointer)): number {
    return Math.sqrt(this.tables.reduce((sum, table) => sum + table.squaredNorm(), dense));
  }
}

/**
 * Adds floats `from`…`to` of every block's dense gradients to the first block's and returns the sum of their squares.
 * Blocks are given by address and added in order, so the sum does not depend on how threads divide the work.
 */
export function sumDense(
  { kernels }: Engine,
  [first, ...others]: readonly number[],
  from: number,
  to: number,
): number {
  for (const block of others) kernels.axpy(to - from, 1, block + 4 * from, first + 4 * from);
  return kernels.squaredNorm(to - from, first + 4 * from);
}

/** The gradients of a table: as large as the table, but only touched rows are ever written, read or cleared. */
export class SparseGradient {
  readonly table: ParameterTable;
  readonly rows: Tensor; // [rows, columns]
  #engine: Engine;
  #columns: number;
  /** The number of touched rows, then their indices, each once, in the order of first use. */
  #touched: IntegerTensor; // [1 + rows]
  #marks: Uint8Array;

  constructor(engine: Engine, table: ParameterTable, rows: number, touched: number) {
    this.#engine = engine;
    this.table = table;
    this.#columns = table.shape[1];
    this.rows = engine.arena.view(rows, table.shape, `${table.name}.gradient`);
    this.#touched = engine.arena.viewIntegers(touched, [1 + table.shape[0]], `${table.name}.touched`);
    this.#marks = new Uint8Array(table.shape[0]);
  }

  get count(): number {
    return this.#touched.use(([count]) => count);
  }

  /** The address of the touched rows' indices. */
  get indices(): number {
    return this.#touched.pointer + 4;
  }

  /** Calls `body` with the indices of the touched rows, in the order of first use. */
  useTouched<T>(body: (rows: Int32Array) => T): T {
    return this.#touched.use((touched) => body(touched.subarray(1, 1 + touched[0])));
  }

  /** Adds a row of `source` to the row of each id. */
  add(ids: IntegerTensor, source: number, stride: number): void {
    ids.use((rows) => this.#touch(rows));
    this.#engine.kernels.scatterAddRows(
      ids.size,
      this.#columns,
      ids.pointer,
      source,
      stride,
      this.rows.pointer,
    );
  }

  addTable(other: SparseGradient): void {
    other.useTouched((rows) => {
      this.#touch(rows);
      for (const row of rows) {
        this.#engine.kernels.axpy(this.#columns, 1, other.#address(row), this.#address(row));
      }
    });
  }

  clear(): void {
    this.useTouched((rows) => {
      for (const row of rows) {
        this.#engine.kernels.fill(this.#columns, 0, this.#address(row));
        this.#marks[row] = 0;
      }
    });
    this.#touched.set([0]);
  }

  squaredNorm(): number {
    const { kernels } = this.#engine;
    return this.useTouched((rows) => {
      let sum = 0;
      for (const row of rows) sum += kernels.squaredNorm(this.#columns, this.#address(row));
      return sum;
    });
  }

  #touch(rows: Int32Array): void {
    this.#touched.use((touched) => {
      for (const row of rows) {
        if (this.#marks[row]) continue;
        this.#marks[row] = 1;
        touched[++touched[0]] = row;
      }
    });
  }

  #address(row: number): number {
    return this.rows.pointer + 4 * row * this.#columns;
  }
}
