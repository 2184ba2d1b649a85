// All parameters of a network, declared by its layers and then laid out in one flat block: the dense ones first, so
// that summing and clipping are one kernel call each, then the trained embedding tables, then the frozen parameters.
//
// Threads share the values: the first thread allocates them, every other builds the same layers at the address it
// receives and has its own gradients.
import type { Engine } from '../engine/engine.js';
import type { Random } from '../engine/random.js';
import { sizeOf, type Tensor } from '../engine/tensor.js';
import { Gradients, type SparseGradient } from './gradients.js';
import type { Initialize } from './initialize.js';

/** Floats per cache line: every parameter starts on one, and the gap after it stays zero. */
const LINE = 16;

/** How parameters learn: pretrained ones at their own rate, frozen ones not at all. */
export type Group = 'new' | 'pretrained' | 'frozen';

class Declared {
  readonly name: string;
  readonly shape: readonly number[];
  readonly initialize: Initialize;
  readonly group: Group;
  /** The offset in the block of values, in floats. */
  offset = 0;
  value!: Tensor;

  constructor(name: string, shape: readonly number[], initialize: Initialize, group: Group) {
    this.name = name;
    this.shape = shape;
    this.initialize = initialize;
    this.group = group;
  }
}

/** A dense parameter. */
export class Parameter extends Declared {
  gradient!: Tensor;
}

/** An embedding table: few of its rows have a gradient in any batch. */
export class ParameterTable extends Declared {
  gradient!: SparseGradient;
}

/** The name and shape of a declared parameter. */
export type Declaration = Pick<Declared, 'name' | 'shape'>;

export interface AllocateOptions {
  /** The address of another thread's values, to share them. */
  values?: number;
  /** Whether to allocate gradients; parsing needs none. */
  gradients?: boolean;
  /**
   * Returns the initial values of the declared parameters by name. Called before memory is allocated, so that the sizes
   * that a file declares are checked against its contents first.
   */
  saved?: (declared: readonly Declaration[]) => ReadonlyMap<string, Float32Array>;
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
    const parameter = new Parameter(this.#unused(name), shape, initialize, this.#group);
    (this.#group === 'frozen' ? this.frozen : this.dense).push(parameter);
    return parameter;
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

  /** Lays out the declared parameters. Values are the saved ones, or zero until initialized or restored. */
  allocate({ values, gradients = true, saved }: AllocateOptions = {}): void {
    const { arena } = this.engine;
    const first = saved?.(this.all);
    for (const declared of this.all) {
      declared.offset = this.size;
      this.size += Math.ceil(sizeOf(declared.shape) / LINE) * LINE;
      if (declared.group === 'frozen') continue;
      if (declared instanceof Parameter) this.denseSize = this.size;
      this.trainedSize = this.size;
    }
    this.pointer = values ?? arena.tensor([this.size], `${this.name}.values`).pointer;
    for (const declared of this.all) {
      declared.value = arena.view(this.pointer + 4 * declared.offset, declared.shape, declared.name);
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
    return new Map(this.all.map(({ name, value }) => [name, value.copy()]));
  }

  restore(saved: ReadonlyMap<string, Float32Array>): void {
    for (const { name, value } of this.all) restoreTensor(value, name, saved);
  }

  #unused(name: string): string {
    if (this.all.some((declared) => declared.name === name)) {
      throw new Error(`There are two parameters named "${name}".`);
    }
    return name;
  }
}

/** Fills a tensor from the saved array of that name; throws if it is missing or has another size. */
export function restoreTensor(tensor: Tensor, name: string, saved: ReadonlyMap<string, Float32Array>): void {
  const values = saved.get(name);
  if (!values) throw new Error(`The parameter "${name}" is missing.`);
  if (values.length !== tensor.size) {
    throw new Error(`The parameter "${name}" has ${values.length} values where ${tensor.size} are needed.`);
  }
  tensor.set(values);
}
