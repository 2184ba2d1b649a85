// A tensor: a named block of the engine's memory. Growing a plain memory detaches every view on it, so a tensor provides
// a view only during a callback, and the arena refuses to allocate until the callback returns.
type Values = Float32Array | Int32Array | Int8Array;

interface ViewClass<View> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): View;
  new (values: ArrayLike<number>): View;
}

/** The memory of an arena, and the tensors with an open view on it, the latest last. */
export interface ViewedMemory {
  readonly memory: WebAssembly.Memory;
  readonly open: Block<Values>[];
}

class Block<View extends Values> {
  /** The byte offset in the memory, for kernels and GEMM. */
  readonly pointer: number;
  readonly shape: readonly number[];
  readonly size: number;
  readonly name: string;
  #viewed: ViewedMemory;
  #viewClass: ViewClass<View>;
  #view: View | undefined;

  constructor(
    viewed: ViewedMemory,
    viewClass: ViewClass<View>,
    pointer: number,
    shape: readonly number[],
    name: string,
  ) {
    this.pointer = pointer;
    this.shape = shape;
    this.size = sizeOf(shape);
    this.name = name;
    this.#viewed = viewed;
    this.#viewClass = viewClass;
  }

  /** Calls `body` with a view of the values, valid only during the call, and returns its result. */
  use<T>(body: (view: View) => T): T {
    const { open } = this.#viewed;
    const view = this.#current();
    open.push(this);
    try {
      return ended(body(view), view);
    } finally {
      open.pop();
    }
  }

  /** A copy of the values outside the memory. */
  copy(): View {
    return new this.#viewClass(this.#current());
  }

  /** Writes values from element `offset` on. */
  set(values: ArrayLike<number>, offset = 0): void {
    this.#current().set(values, offset);
  }

  fill(value: number): void {
    this.#current().fill(value);
  }

  #current(): View {
    // A detached view has no length. (Reading memory.buffer instead would cost ten times as much.)
    if (this.#view?.length) return this.#view;
    const { memory } = this.#viewed;
    // Another thread may have grown a shared memory: growing by 0 makes that visible here.
    const bytes = this.#viewClass.BYTES_PER_ELEMENT * this.size;
    if (this.pointer + bytes > memory.buffer.byteLength) memory.grow(0);
    this.#view = new this.#viewClass(memory.buffer, this.pointer, this.size);
    return this.#view;
  }
}

/** A view of the whole memory, for code to which a view of its own would cost as much as its work. */
export class WholeView<View extends ArrayBufferView> {
  #memory: WebAssembly.Memory;
  #viewClass: new (
    buffer: ArrayBufferLike,
  ) => View;
  #view: View | undefined;

  constructor(memory: WebAssembly.Memory, viewClass: new (buffer: ArrayBufferLike) => View) {
    this.#memory = memory;
    this.#viewClass = viewClass;
  }

  /** The view, up to at least byte `end`; valid until something is allocated. */
  to(end: number): View {
    // A detached view has no length, and one of a shared memory keeps its length when that grows.
    if (this.#view && this.#view.byteLength >= end) return this.#view;
    if (end > this.#memory.buffer.byteLength) this.#memory.grow(0);
    this.#view = new this.#viewClass(this.#memory.buffer);
    return this.#view;
  }
}

export type Tensor = Block<Float32Array>;
export type IntegerTensor = Block<Int32Array>;
export type ByteTensor = Block<Int8Array>;

type ViewsOf<Tensors extends readonly Block<Values>[]> = {
  [At in keyof Tensors]: Tensors[At] extends Block<infer View> ? View : never;
};

/** Calls `body` with views of several tensors, valid only during the call, and returns its result. */
export function useAll<const Tensors extends readonly Block<Values>[], T>(
  tensors: Tensors,
  body: (...views: ViewsOf<Tensors>) => T,
): T {
  const views: Values[] = [];
  const next = (): T => {
    if (views.length === tensors.length) return body(...(views as unknown as ViewsOf<Tensors>));
    return tensors[views.length].use((view) => {
      views.push(view);
      return next();
    });
  };
  return next();
}

/** Refuses a result through which a view would outlive its call. */
function ended<T>(result: T, view: Values): T {
  if (typeof result === 'object' && result !== null) {
    if (result instanceof Promise) throw new Error('A tensor cannot be used by an asynchronous function.');
    if (ArrayBuffer.isView(result) && result.buffer === view.buffer) {
      throw new Error('A view of a tensor cannot be returned: return a copy.');
    }
  }
  return result;
}

export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, length) => product * length, 1);
}

/** A handle on 32-bit floats already in the memory. */
export function tensorAt(
  viewed: ViewedMemory,
  pointer: number,
  shape: readonly number[],
  name: string,
): Tensor {
  return new Block<Float32Array>(viewed, Float32Array, pointer, shape, name);
}

/** A handle on 32-bit integers already in the memory. */
export function integersAt(
  viewed: ViewedMemory,
  pointer: number,
  shape: readonly number[],
  name: string,
): IntegerTensor {
  return new Block<Int32Array>(viewed, Int32Array, pointer, shape, name);
}

/** A handle on bytes already in the memory. */
export function bytesAt(
  viewed: ViewedMemory,
  pointer: number,
  shape: readonly number[],
  name: string,
): ByteTensor {
  return new Block<Int8Array>(viewed, Int8Array, pointer, shape, name);
}
