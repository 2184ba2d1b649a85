// The arena: permanent named tensors and reusable scratch, in one WebAssembly.Memory that grows.
import {
  type ByteTensor,
  bytesAt,
  type IntegerTensor,
  integersAt,
  sizeOf,
  type Tensor,
  tensorAt,
  type ViewedMemory,
  WholeView,
} from './tensor.js';

export const PAGE = 65536;
/** The first page holds the kernels' constants and the counter below; tensors start after it. */
const START = PAGE;
/** The address of the first free byte's address. It is in the memory itself, so that threads that share it never overlap. */
const TOP = 0;
const ALIGNMENT = 64;
/** Scratch is allocated in chunks of at least this size, so that not every tensor moves the shared counter. */
const CHUNK = 1 << 20;

interface Chunk {
  start: number;
  end: number;
}

/** A position in the scratch to release to. */
export interface Mark {
  readonly chunk: number;
  readonly cursor: number;
}

export class Arena {
  readonly memory: WebAssembly.Memory;
  /** The most bytes that the memory may have. */
  readonly maximumBytes: number;
  /** The whole memory, as floats and as integers. */
  readonly allFloats: WholeView<Float32Array>;
  readonly allIntegers: WholeView<Int32Array>;
  #addresses: WholeView<Uint32Array>;
  #viewed: ViewedMemory;
  #names = new Set<string>();
  #chunks: Chunk[] = [];
  /** The current chunk of scratch, and the first free byte in it. */
  #chunk = 0;
  #cursor = 0;

  constructor(memory: WebAssembly.Memory, maximumBytes: number) {
    this.memory = memory;
    this.maximumBytes = maximumBytes;
    this.#viewed = { memory, open: [] };
    this.#addresses = new WholeView(memory, Uint32Array);
    this.allFloats = new WholeView(memory, Float32Array);
    this.allIntegers = new WholeView(memory, Int32Array);
    Atomics.compareExchange(this.#counter(), TOP, 0, START);
  }

  /** A permanent tensor, filled with zeros. */
  tensor(shape: readonly number[], name: string): Tensor {
    return tensorAt(this.#viewed, this.#permanent(shape, name), shape, name);
  }

  /** A permanent tensor of integers, filled with zeros. */
  integers(shape: readonly number[], name: string): IntegerTensor {
    return integersAt(this.#viewed, this.#permanent(shape, name), shape, name);
  }

  /** A tensor with undefined contents, valid until an earlier mark is released. */
  scratch(shape: readonly number[]): Tensor {
    return tensorAt(this.#viewed, this.scratchBytes(4 * sizeOf(shape)), shape, 'scratch');
  }

  scratchIntegers(shape: readonly number[]): IntegerTensor {
    return integersAt(this.#viewed, this.scratchBytes(4 * sizeOf(shape)), shape, 'scratch');
  }

  /** A handle on floats already in the memory: a part of a tensor, or what another thread allocated. */
  view(pointer: number, shape: readonly number[], name = 'view'): Tensor {
    return tensorAt(this.#viewed, pointer, shape, name);
  }

  /** A handle on integers already in the memory. */
  viewIntegers(pointer: number, shape: readonly number[], name = 'view'): IntegerTensor {
    return integersAt(this.#viewed, pointer, shape, name);
  }

  /** A handle on bytes already in the memory. */
  viewBytes(pointer: number, shape: readonly number[], name = 'view'): ByteTensor {
    return bytesAt(this.#viewed, pointer, shape, name);
  }

  mark(): Mark {
    return { chunk: this.#chunk, cursor: this.#cursor };
  }

  release(mark: Mark): void {
    this.#chunk = mark.chunk;
    this.#cursor = mark.cursor;
  }

  /** Runs a function and releases the scratch that it allocated. */
  scope<T>(body: () => T): T {
    const mark = this.mark();
    try {
      return body();
    } finally {
      this.release(mark);
    }
  }

  /** Bytes allocated so far, by all threads that share the memory. */
  get bytes(): number {
    return Atomics.load(this.#counter(), TOP);
  }

  /** The largest possible scratch allocation in bytes, if the machine has that much memory. */
  get room(): number {
    const { bytes, maximumBytes } = this;
    let room = maximumBytes - bytes;
    for (let at = this.#chunk; at < this.#chunks.length; at++) {
      const { start, end } = this.#chunks[at];
      const first = (at === this.#chunk && this.#cursor) || start;
      // The last chunk can be extended in place, unless something was allocated after it.
      room = Math.max(room, (end === bytes ? maximumBytes : end) - first);
    }
    return room;
  }

  /** Allocates scratch bytes, aligned like tensors, and returns their address. */
  scratchBytes(bytes: number): number {
    this.#refuseWhileInUse('scratch');
    const room = alignedBytes(bytes);
    for (; this.#chunk < this.#chunks.length; this.#chunk++, this.#cursor = 0) {
      const chunk = this.#chunks[this.#chunk];
      const pointer = this.#cursor || chunk.start;
      if (pointer + room <= chunk.end || this.#extend(chunk, pointer + room - chunk.end)) {
        this.#cursor = pointer + room;
        return pointer;
      }
    }
    const taken = this.#piece(room);
    const start = this.#take(taken, 'scratch');
    this.#chunks.push({ start, end: start + taken });
    this.#cursor = start + room;
    return start;
  }

  /** An allocation may grow the memory, which detaches open views. It is always refused then, so that mistakes show at once. */
  #refuseWhileInUse(name: string): void {
    const { open } = this.#viewed;
    if (open.length === 0) return;
    const used = open[open.length - 1];
    throw new Error(
      `"${name}" cannot be allocated while "${used.name}" [${used.shape.join(', ')}] is in use: allocate it before.`,
    );
  }

  #permanent(shape: readonly number[], name: string): number {
    this.#refuseWhileInUse(name);
    if (this.#names.has(name)) throw new Error(`A tensor named "${name}" exists already.`);
    const bytes = alignedBytes(4 * sizeOf(shape));
    const pointer = this.#take(bytes, name);
    this.#names.add(name);
    return pointer;
  }

  /** Allocates new bytes, which are zero because nothing has written to them. */
  #take(bytes: number, name: string): number {
    for (;;) {
      const top = this.bytes;
      this.#grow(top + bytes, bytes, name);
      if (Atomics.compareExchange(this.#counter(), TOP, top, top + bytes) === top) return top;
    }
  }

  /** This many bytes or a whole chunk, as far as the memory may grow. */
  #piece(bytes: number): number {
    return Math.max(bytes, Math.min(CHUNK, this.maximumBytes - this.bytes));
  }

  /** Extends a chunk in place, which works as long as nothing was allocated after it. */
  #extend(chunk: Chunk, missing: number): boolean {
    if (chunk.end !== this.bytes) return false;
    const bytes = this.#piece(missing);
    this.#grow(chunk.end + bytes, bytes, 'scratch');
    if (Atomics.compareExchange(this.#counter(), TOP, chunk.end, chunk.end + bytes) !== chunk.end)
      return false;
    chunk.end += bytes;
    return true;
  }

  #grow(end: number, bytes: number, name: string): void {
    const pages = Math.ceil(end / PAGE);
    if (pages * PAGE <= this.memory.buffer.byteLength) return;
    try {
      // Another thread may have grown it already: growing by 0 returns the present size.
      const missing = pages - this.memory.grow(0);
      if (missing > 0) this.memory.grow(missing);
    } catch {
      throw new RangeError(
        `Out of memory: "${name}" asks for ${bytes} bytes, ${this.bytes} are in use, and the memory cannot grow.`,
      );
    }
  }

  #counter(): Uint32Array {
    return this.#addresses.to(4);
  }
}

/** Rounds up to where tensors start. */
export function alignedBytes(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
