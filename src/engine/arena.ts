// The arena: named tensors that stay and scratch that is reused, in one WebAssembly.Memory that grows.
import {
  type IntegerTensor,
  integersAt,
  sizeOf,
  type Tensor,
  tensorAt,
  type ViewedMemory,
} from './tensor.js';

export const PAGE = 65536;
/** The first page holds the kernels' constants and the counter below; tensors begin after it. */
const START = PAGE;
/** Address of the first free byte's address. It lies in the memory itself, so that threads which share it never overlap. */
const TOP = 0;
const ALIGNMENT = 64;
/** Scratch is taken in pieces of at least this size, so that one step does not move the counter for each tensor. */
const CHUNK = 1 << 20;

interface Chunk {
  start: number;
  end: number;
}

/** A place in the scratch to go back to. */
export interface Mark {
  readonly chunk: number;
  readonly cursor: number;
}

export class Arena {
  readonly memory: WebAssembly.Memory;
  /** How far the memory may grow. */
  readonly maximumBytes: number;
  #viewed: ViewedMemory;
  #names = new Set<string>();
  #chunks: Chunk[] = [];
  /** The chunk that scratch is being taken from, and the first free byte in it. */
  #chunk = 0;
  #cursor = 0;

  constructor(memory: WebAssembly.Memory, maximumBytes: number) {
    this.memory = memory;
    this.maximumBytes = maximumBytes;
    this.#viewed = { memory, open: [] };
    Atomics.compareExchange(this.#counter(), TOP, 0, START);
  }

  /** A tensor that stays, filled with zeros. */
  tensor(shape: readonly number[], name: string): Tensor {
    return tensorAt(this.#viewed, this.#permanent(shape, name), shape, name);
  }

  /** A tensor of integers that stays, filled with zeros. */
  integers(shape: readonly number[], name: string): IntegerTensor {
    return integersAt(this.#viewed, this.#permanent(shape, name), shape, name);
  }

  /** A tensor of undefined contents, valid until a mark set before it is released. */
  scratch(shape: readonly number[]): Tensor {
    return tensorAt(this.#viewed, this.scratchBytes(4 * sizeOf(shape)), shape, 'scratch');
  }

  scratchIntegers(shape: readonly number[]): IntegerTensor {
    return integersAt(this.#viewed, this.scratchBytes(4 * sizeOf(shape)), shape, 'scratch');
  }

  /** A handle on floats that lie in the memory already: a part of a tensor, or what another thread allocated. */
  view(pointer: number, shape: readonly number[], name = 'view'): Tensor {
    return tensorAt(this.#viewed, pointer, shape, name);
  }

  /** A handle on integers that lie in the memory already. */
  viewIntegers(pointer: number, shape: readonly number[], name = 'view'): IntegerTensor {
    return integersAt(this.#viewed, pointer, shape, name);
  }

  mark(): Mark {
    return { chunk: this.#chunk, cursor: this.#cursor };
  }

  release(mark: Mark): void {
    this.#chunk = mark.chunk;
    this.#cursor = mark.cursor;
  }

  /** Runs a function and releases the scratch it took. */
  scope<T>(body: () => T): T {
    const mark = this.mark();
    try {
      return body();
    } finally {
      this.release(mark);
    }
  }

  /** Bytes taken so far, by every thread that shares the memory. */
  get bytes(): number {
    return Atomics.load(this.#counter(), TOP);
  }

  /** Bytes that scratch can still be taken of in one piece, if the machine has that much memory. */
  get room(): number {
    const { bytes, maximumBytes } = this;
    let room = maximumBytes - bytes;
    for (let at = this.#chunk; at < this.#chunks.length; at++) {
      const { start, end } = this.#chunks[at];
      const first = (at === this.#chunk && this.#cursor) || start;
      // The last chunk can be lengthened where it stands, unless something was taken after it.
      room = Math.max(room, (end === bytes ? maximumBytes : end) - first);
    }
    return room;
  }

  /** The address of scratch bytes, aligned like every tensor. */
  scratchBytes(bytes: number): number {
    this.#refuseWhileInUse('scratch');
    const room = align(bytes);
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

  /** An allocation may grow the memory, which detaches open views: refused always, so that no mistake waits for that. */
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
    const bytes = align(4 * sizeOf(shape));
    const pointer = this.#take(bytes, name);
    this.#names.add(name);
    return pointer;
  }

  /** Takes fresh bytes, which no one has written to and which are therefore zero. */
  #take(bytes: number, name: string): number {
    for (;;) {
      const top = this.bytes;
      this.#grow(top + bytes, bytes, name);
      if (Atomics.compareExchange(this.#counter(), TOP, top, top + bytes) === top) return top;
    }
  }

  /** So many bytes or a chunk's worth, as far as the memory may grow. */
  #piece(bytes: number): number {
    return Math.max(bytes, Math.min(CHUNK, this.maximumBytes - this.bytes));
  }

  /** Lengthens a chunk where it stands, which works as long as nothing was taken after it. */
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
      // Another thread may have grown it already: growing by nothing tells how large it is by now.
      const missing = pages - this.memory.grow(0);
      if (missing > 0) this.memory.grow(missing);
    } catch {
      throw new RangeError(
        `Out of memory: "${name}" asks for ${bytes} bytes, ${this.bytes} are in use, and the memory cannot grow.`,
      );
    }
  }

  #counter(): Uint32Array {
    return new Uint32Array(this.memory.buffer, 0, 1);
  }
}

function align(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
