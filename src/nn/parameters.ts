// All parameters of a network, declared by its layers and then laid out in one flat block: the dense ones first, so
// that summing and clipping are one kernel call each, then the trained embedding tables, then the frozen parameters. A
// model that is not trained keeps the matrices and tables of an 8-bit file in 8 bits.
//
// Threads share the values: the first thread allocates them, every other builds the same layers at the address it
// receives and has its own gradients.
import type { Engine } from '../engine/engine.js';
import { IntegerMatrix, type MatrixLayout } from '../engine/integerMatrix.js';
import { IntegerTable } from '../engine/integerTable.js';
import { dequantize, type Quantized } from '../engine/quantization.js';
import type { Random } from '../engine/random.js';
import { sizeOf, type Tensor } from '../engine/tensor.js';
import { Gradients, type SparseGradient } from './gradients.js';
import type { Initialize } from './initialize.js';

/** Floats per cache line: every parameter starts on one, and the gap after it stays zero. */
const LINE = 16;

/** How parameters learn: pretrained ones at their own rate, frozen ones not at all. */
export type Group = 'new' | 'pretrained' | 'frozen';

/** Values of a parameter as a file has them. */
export type SavedValues = Float32Array | Quantized;

abstract class Declared {
  readonly name: string;
  readonly shape: readonly number[];
  readonly initialize: Initialize;
  readonly group: Group;
  /** The offset in the block of values, in floats. */
  offset = 0;
  /** The weights, if they are kept in 8 bits; `value` is then absent. */
  abstract integers: IntegerMatrix | IntegerTable | undefined;
  value!: Tensor;

  constructor(name: string, shape: readonly number[], initialize: Initialize, group: Group) {
    this.name = name;
    this.shape = shape;
    this.initialize = initialize;
    this.group = group;
  }

  /** A copy of the values as floats. */
  copy(): Float32Array {
    return this.integers?.values() ?? this.value.copy();
  }

  /** Whether 8-bit values can be used as they are. */
  abstract keepsIntegers(engine: Engine): boolean;
  abstract integerBytes(engine: Engine): number;
  abstract placeIntegers(engine: Engine, pointer: number): void;
}

/** A dense parameter. */
export class Parameter extends Declared {
  gradient!: Tensor;
  integers: IntegerMatrix | undefined;
  #layout: MatrixLayout | undefined;

  /** Only the weights of products have a layout. */
  constructor(
    name: string,
    shape: readonly number[],
    initialize: Initialize,
    group: Group,
    layout?: MatrixLayout,
  ) {
    super(name, shape, initialize, group);
    this.#layout = layout;
  }

  keepsIntegers({ weights }: Engine): boolean {
    const layout = this.#layout;
    return layout !== undefined && IntegerMatrix.canHold(this.shape, layout) && weights !== 'floats';
  }

  integerBytes(engine: Engine): number {
    return this.#layout ? IntegerMatrix.bytes(engine, this.shape, this.#layout) : 0;
  }

  placeIntegers(engine: Engine, pointer: number): void {
    if (this.#layout) this.integers = new IntegerMatrix(engine, pointer, this.shape, this.#layout);
  }
}

/** An embedding table: few of its rows have a gradient in any batch. */
export class ParameterTable extends Declared {
  gradient!: SparseGradient;
  integers: IntegerTable | undefined;

  keepsIntegers(): boolean {
    return true;
  }

  integerBytes(): number {
    return IntegerTable.bytes(this.shape);
  }

  placeIntegers(engine: Engine, pointer: number): void {
    this.integers = new IntegerTable(engine, pointer, this.shape);
  }
}

/** The name and shape of a declared parameter. */
export type Declaration = Pick<Declared, 'name' | 'shape'>;

/** Where the values of a network are, for other threads. */
export interface SharedValues {
  /** Their address. */
  readonly values: number;
  /** The names of the parameters that are kept in 8 bits. */
  readonly integers?: readonly string[];
}

export interface AllocateOptions extends Partial<SharedValues> {
  /** Whether to allocate gradients; parsing needs none. */
  gradients?: boolean;
  /**
   * Returns the initial values of the declared parameters by name. Called before memory is allocated, so that the sizes
   * that a file declares are checked against its contents first.
   */
  saved?: (declared: readonly Declaration[]) => ReadonlyMap<string, SavedValues>;
}

export class Parameters {
  readonly engine: Engine;
  /** Distinguishes the networks of one engine. */
  readonly name: string;
  /** The trained parameters: dense ones and tables. */
  readonly dense: Parameter[] = [];
  readonly tables: ParameterTable[] = [];
  readonly frozen: (Parameter | ParameterTable)[] = [];
  /** The number of floats of the dense parameters, of all trained parameters, and of all parameters. */
  denseSize = 0;
  trainedSize = 0;
  size = 0;
  /** The address of the values. */
  pointer = 0;
  gradients!: Gradients;
  /** Whether they have gradients and so may change. */
  isTrained = false;
  #group: Group = 'new';

  constructor(engine: Engine, name = 'network') {
    this.engine = engine;
    this.name = name;
  }

  add(name: string, shape: readonly number[], initialize: Initialize): Parameter {
    return this.#addDense(new Parameter(this.#unused(name), shape, initialize, this.#group));
  }

  /** A matrix that rows are multiplied by. */
  addMatrix(name: string, shape: readonly number[], layout: MatrixLayout, initialize: Initialize): Parameter {
    return this.#addDense(new Parameter(this.#unused(name), shape, initialize, this.#group, layout));
  }

  addTable(
    name: string,
    shape: readonly [rows: number, columns: number],
    initialize: Initialize,
  ): ParameterTable {
    const table = new ParameterTable(this.#unused(name), shape, initialize, this.#group);
    (this.#group === 'frozen' ? this.frozen : this.tables).push(table);
    return table;
  }

  /** Runs `declare` and puts all parameters that it declares into the group. */
  within<T>(group: Group, declare: () => T): T {
    const outer = this.#group;
    this.#group = group;
    try {
      return declare();
    } finally {
      this.#group = outer;
    }
  }

  /** All declared parameters, in memory order. */
  get all(): (Parameter | ParameterTable)[] {
    return [...this.dense, ...this.tables, ...this.frozen];
  }

  /** Where the values are, for other threads. */
  get shared(): SharedValues {
    const integers = this.all.filter((declared) => declared.integers).map(({ name }) => name);
    return { values: this.pointer, integers };
  }

  /** Lays out the declared parameters. Values are the saved ones, or zero until initialized or restored. */
  allocate({ values, integers, gradients = true, saved }: AllocateOptions = {}): void {
    const { engine } = this;
    const { arena } = engine;
    const first = saved?.(this.all);
    const isKept = (declared: Parameter | ParameterTable) =>
      values === undefined
        ? !gradients && isQuantized(first?.get(declared.name)) && declared.keepsIntegers(engine)
        : (integers?.includes(declared.name) ?? false);
    const kept = new Set(this.all.filter(isKept));
    for (const declared of this.all) {
      declared.offset = this.size;
      const floats = kept.has(declared) ? declared.integerBytes(engine) / 4 : sizeOf(declared.shape);
      this.size += Math.ceil(floats / LINE) * LINE;
      if (declared.group === 'frozen') continue;
      if (declared instanceof Parameter) this.denseSize = this.size;
      this.trainedSize = this.size;
    }
    this.pointer = values ?? arena.tensor([this.size], `${this.name}.values`).pointer;
    for (const declared of this.all) {
      const pointer = this.pointer + 4 * declared.offset;
      if (kept.has(declared)) declared.placeIntegers(engine, pointer);
      else declared.value = arena.view(pointer, declared.shape, declared.name);
    }
    if (first) this.restore(first);
    if (!gradients) return;
    this.isTrained = true;
    this.gradients = new Gradients(
      this,
      arena.tensor([Gradients.size(this)], `${this.name}.gradients`).pointer,
    );
    for (const parameter of this.dense) {
      const pointer = this.gradients.pointer + 4 * parameter.offset;
      parameter.gradient = arena.view(pointer, parameter.shape, `${parameter.name}.gradient`);
    }
    this.gradients.tables.forEach((gradient) => {
      gradient.table.gradient = gradient;
    });
  }

  initialize(random: Random): void {
    for (const { value, initialize } of this.all) value.use((values) => initialize(values, random));
  }

  /** Copies of all values by name. */
  save(): Map<string, Float32Array> {
    return new Map(this.all.map((declared) => [declared.name, declared.copy()]));
  }

  restore(saved: ReadonlyMap<string, SavedValues>): void {
    for (const { name, value, integers } of this.all) {
      const values = saved.get(name);
      if (!isQuantized(values)) restoreTensor(value, name, saved);
      else if (integers) integers.fill(values);
      else value.set(dequantize(values));
    }
  }

  #addDense(parameter: Parameter): Parameter {
    (this.#group === 'frozen' ? this.frozen : this.dense).push(parameter);
    return parameter;
  }

  #unused(name: string): string {
    if (this.all.some((declared) => declared.name === name)) {
      throw new Error(`There are two parameters named "${name}".`);
    }
    return name;
  }
}

function isQuantized(values: SavedValues | undefined): values is Quantized {
  return values !== undefined && 'integers' in values;
}

/** Fills a tensor from the saved array of that name; throws if it is missing or has another size. */
export function restoreTensor(tensor: Tensor, name: string, saved: ReadonlyMap<string, SavedValues>): void {
  const values = saved.get(name);
  if (!values || isQuantized(values)) throw new Error(`The parameter "${name}" is missing.`);
  if (values.length !== tensor.size) {
    throw new Error(`The parameter "${name}" has ${values.length} values where ${tensor.size} are needed.`);
  }
  tensor.set(values);
}
