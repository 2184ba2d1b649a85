// A tensor: a named place in the engine's memory, with a view on it that survives the memory's growth.
interface ViewClass<View> {
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): View;
}

/** Growing a plain memory detaches every view on it, so a block keeps its address and renews its view when asked. */
class Block<View extends Float32Array | Int32Array> {
  /** Byte offset in the memory: what kernels and GEMM take. */
  readonly pointer: number;
  readonly shape: readonly number[];
  readonly size: number;
  readonly name: string;
  #memory: WebAssembly.Memory;
  #viewClass: ViewClass<View>;
  #view: View | undefined;

  constructor(
    memory: WebAssembly.Memory,
    viewClass: ViewClass<View>,
    pointer: number,
    shape: readonly number[],
    name: string,
  ) {
    this.pointer = pointer;
    this.shape = shape;
    this.size = sizeOf(shape);
    this.name = name;
    this.#memory = memory;
    this.#viewClass = viewClass;
  }

  get data(): View {
    // A detached view has no length. (Asking the memory for its buffer instead would cost ten times as much.)
    if (this.#view?.length) return this.#view;
    // Another thread may have grown a shared memory: growing by nothing makes that visible here.
    if (this.pointer + 4 * this.size > this.#memory.buffer.byteLength) this.#memory.grow(0);
    this.#view = new this.#viewClass(this.#memory.buffer, this.pointer, this.size);
    return this.#view;
  }
}

export type Tensor = Block<Float32Array>;
export type IntegerTensor = Block<Int32Array>;

export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, length) => product * length, 1);
}

/** A handle on 32-bit floats that lie in the memory already. */
export function tensorAt(
  memory: WebAssembly.Memory,
  pointer: number,
  shape: readonly number[],
  name: string,
): Tensor {
  return new Block<Float32Array>(memory, Float32Array, pointer, shape, name);
}

/** A handle on 32-bit integers that lie in the memory already. */
export function integersAt(
  memory: WebAssembly.Memory,
  pointer: number,
  shape: readonly number[],
  name: string,
): IntegerTensor {
  return new Block<Int32Array>(memory, Int32Array, pointer, shape, name);
}
