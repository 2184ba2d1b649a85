import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.js';
import { withSharedMemory } from '../../src/engine/sharedMemory.js';
import { isRelaxed } from '../support/relaxedSimd.js';

/** A module that imports a memory and exports a function that reads its first byte. */
const module = Uint8Array.of(
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 5, 1, 0x60, 0, 1, 0x7f],
  ...[2, 15, 1, 3, 0x65, 0x6e, 0x76, 6, 0x6d, 0x65, 0x6d, 0x6f, 0x72, 0x79, 2, 0, 1],
  ...[3, 2, 1, 0],
  ...[7, 5, 1, 1, 0x66, 0, 0],
  ...[10, 9, 1, 7, 0, 0x41, 0, 0x2d, 0, 0, 0x0b],
);
const plain = () => new WebAssembly.Memory({ initial: 1 });
const shared = () => new WebAssembly.Memory({ initial: 1, maximum: 10, shared: true });

function read(bytes: Uint8Array, memory: WebAssembly.Memory): unknown {
  new Uint8Array(memory.buffer)[0] = 7;
  const instance = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(bytes)), {
    env: { memory },
  });
  return (instance.exports.f as () => number)();
}

describe('a module for shared memory', () => {
  it('takes a shared memory and no plain one, the original the reverse', () => {
    expect(read(module, plain())).toBe(7);
    expect(() => read(module, shared())).toThrow(WebAssembly.LinkError);
    expect(read(withSharedMemory(module), shared())).toBe(7);
    expect(() => read(withSharedMemory(module), plain())).toThrow(WebAssembly.LinkError);
  });

  it('cannot be made of another module', () => {
    expect(() => withSharedMemory(module.slice(0, 8))).toThrow('The kernels do not import a plain memory.');
    expect(() => withSharedMemory(withSharedMemory(module))).toThrow(
      'The kernels do not import a plain memory.',
    );
  });

  it.each([false, isRelaxed])('is what the kernels become, with relaxed SIMD %s', (relaxed) => {
    for (const isShared of [true, false]) {
      const engine = createEngine({ shared: isShared, relaxed });
      expect(Object.prototype.toString.call(engine.memory.buffer)).toContain(
        isShared ? 'Shared' : 'ArrayBuffer',
      );
      const tensor = engine.arena.tensor([2, 2], 'test');
      tensor.set(Float32Array.of(1, 2, 3, 4));
      expect([...tensor.copy()]).toEqual([1, 2, 3, 4]);
    }
  });
});
