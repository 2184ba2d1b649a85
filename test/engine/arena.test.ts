import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.js';
import { Random } from '../../src/engine/random.js';
import { useAll } from '../../src/engine/tensor.js';

describe.each([false, true])('arena, shared memory: %s', (shared) => {
  it('gives zeroed, aligned, named tensors that do not overlap', () => {
    const { arena } = createEngine({ shared });
    const tensors = Array.from({ length: 40 }, (_, i) => arena.tensor([i + 1, 3], `tensor ${i}`));
    for (const [i, tensor] of tensors.entries()) {
      expect(tensor.pointer % 64).toBe(0);
      expect(tensor.size).toBe(3 * (i + 1));
      expect(tensor.copy().every((value) => value === 0)).toBe(true);
      tensor.fill(i + 1);
    }
    for (const [i, tensor] of tensors.entries()) {
      expect(tensor.copy().every((value) => value === i + 1)).toBe(true);
    }
    expect(() => arena.tensor([1], 'tensor 7')).toThrow('A tensor named "tensor 7" exists already.');
    expect(() => arena.integers([1], 'tensor 7')).toThrow('exists already');
  });

  it('keeps contents and views valid when the memory grows', () => {
    const { arena, memory } = createEngine({ shared });
    const small = arena.tensor([3], 'small');
    const indices = arena.integers([2], 'indices');
    small.set([1, 2, 3]);
    indices.set([7, -8]);
    const before = memory.buffer.byteLength;
    expect(arena.allFloats.to(before)[small.pointer / 4 + 2]).toBe(3);
    expect(arena.allIntegers.to(before)[indices.pointer / 4 + 1]).toBe(-8);
    const large = arena.tensor([1 << 20], 'large');
    expect(memory.buffer.byteLength).toBeGreaterThan(before);
    large.fill(9);
    const end = large.pointer + 4 * large.size;
    expect(arena.allFloats.to(end)[end / 4 - 1]).toBe(9);
    expect(arena.allIntegers.to(8)[indices.pointer / 4 + 1]).toBe(-8);
    expect([...small.copy()]).toEqual([1, 2, 3]);
    expect([...indices.copy()]).toEqual([7, -8]);
  });

  it('refuses to allocate while a view is open, and goes on afterwards', () => {
    const { arena } = createEngine({ shared });
    const [one, two] = [arena.tensor([2, 3], 'one'), arena.integers([4], 'two')];
    one.set([1, 2, 3, 4, 5, 6]);
    for (const allocate of [() => arena.scratch([1]).size, () => arena.scratchIntegers([1]).size]) {
      expect(() => one.use(allocate)).toThrow('"scratch" cannot be allocated while "one" [2, 3] is in use');
      expect(() => useAll([one, two], allocate)).toThrow('while "two" [4] is in use');
    }
    expect(() => one.use(() => arena.tensor([1], 'three'))).toThrow(
      '"three" cannot be allocated while "one"',
    );
    expect(() => two.use(() => one.use(() => arena.integers([1], 'three')))).toThrow('while "one" [2, 3]');
    // A callback that failed has closed its view too.
    expect(arena.tensor([1], 'three').size).toBe(1);
  });

  it('returns what a callback returns, unless that would keep a view', () => {
    const { arena } = createEngine({ shared });
    const [one, two] = [arena.tensor([2], 'one'), arena.integers([3], 'two')];
    one.set([1.5], 1);
    two.fill(4);
    expect(useAll([one, two], (a, b) => [...a, ...b])).toEqual([0, 1.5, 4, 4, 4]);
    expect(one.use((view) => view.slice())).toEqual(Float32Array.of(0, 1.5));
    expect(() => one.use((view) => view.subarray(1))).toThrow('A view of a tensor cannot be returned');
    expect(() => useAll([one, two], (a) => a)).toThrow('A view of a tensor cannot be returned');
    expect(() => one.use(async () => {})).toThrow('cannot be used by an asynchronous function');
    const copy = two.copy();
    two.fill(5);
    expect(copy).toEqual(Int32Array.of(4, 4, 4));
  });

  it('reuses scratch after release, over several scopes and batches of growing size', () => {
    const { arena } = createEngine({ shared });
    arena.scratch([3000]);
    const outer = arena.mark();
    const first = arena.scratch([5]);
    arena.release(outer);
    expect(arena.scratch([9]).pointer).toBe(first.pointer);

    const batch = (size: number) =>
      arena.scope(() => {
        const tensors = [arena.scratch([size]), arena.scratchIntegers([size]), arena.scratch([1, 1])];
        arena.tensor([7], `permanent ${size}`); // in between, so that chunks can't always grow in place
        tensors.push(arena.scratch([2, size]));
        for (const [i, tensor] of tensors.entries()) tensor.fill(i + 1);
        for (const [i, tensor] of tensors.entries()) {
          expect(tensor.copy().every((value) => value === i + 1)).toBe(true);
        }
      });
    for (const size of [100, 400_000, 90, 700_000]) batch(size);
    const { bytes } = arena;
    for (const size of [699_999, 101, 399_999]) batch(size);
    expect(arena.bytes).toBe(bytes + 3 * 64);
  });

  it('takes little more than the largest batch needs, though engines cut up the memory among them', () => {
    const one = createEngine({ shared });
    const engines = [one, createEngine({ memory: one.memory }), createEngine({ memory: one.memory })];
    const random = new Random(1);
    // As in training: the same tensors in each batch, but longer or shorter by its number of words.
    const widths = Array.from({ length: 20 }, () => 1 + random.below(300));
    let largest = 0;
    for (let batch = 0; batch < 300; batch++) {
      for (const { arena } of engines) {
        const rows = 300 + random.below(700);
        arena.scope(() => {
          const sizes = widths.map((width) => arena.scratch([rows, width]).size);
          largest = Math.max(largest, 4 * sizes.reduce((sum, size) => sum + size));
        });
      }
    }
    expect(one.arena.bytes).toBeLessThan(1.5 * engines.length * largest);
  });

  it('releases the scratch of a scope that throws', () => {
    const { arena } = createEngine({ shared });
    arena.scratch([3]);
    const { pointer } = arena.scope(() => arena.scratch([4]));
    const failing = () =>
      arena.scope(() => {
        arena.scratch([100]);
        throw new Error('inside');
      });
    expect(failing).toThrow('inside');
    expect(arena.scratch([4]).pointer).toBe(pointer);
  });

  it('says so when the memory is full, and stays usable', () => {
    const { arena } = createEngine({ shared, maximumBytes: 4 << 20 });
    const kept = arena.tensor([1000], 'kept');
    kept.fill(3);
    const used = arena.bytes;
    const message = `Out of memory: "too large" asks for 8000000 bytes, ${used} are in use, and the memory cannot grow.`;
    expect(() => arena.tensor([2_000_000], 'too large')).toThrow(new RangeError(message));
    expect(() => arena.scratch([2_000_000])).toThrow(RangeError);
    expect(arena.bytes).toBe(used);
    expect(
      arena
        .tensor([1000], 'too large')
        .copy()
        .every((value) => value === 0),
    ).toBe(true);
    expect(kept.copy().every((value) => value === 3)).toBe(true);
  });

  it('never gives one place to two engines on one memory', () => {
    const one = createEngine({ shared });
    const two = createEngine({ memory: one.memory });
    const tensors = [one, two, one, two].flatMap(({ arena }, i) => [
      arena.tensor([100], `tensor ${i}`),
      arena.scratch([300_000]),
      arena.scratch([10]),
    ]);
    for (const [i, tensor] of tensors.entries()) tensor.fill(i);
    for (const [i, tensor] of tensors.entries()) {
      expect(tensor.copy().every((value) => value === i)).toBe(true);
    }
    expect(one.arena.bytes).toBe(two.arena.bytes);
  });
});

it('works on a memory that detaches all views at every allocation, as every suite does', () => {
  const { arena, memory } = createEngine();
  for (const allocate of [
    () => arena.tensor([1], 'one'),
    () => arena.integers([1], 'two'),
    () => arena.scratch([1]),
    () => arena.scratchIntegers([1]),
  ]) {
    const { buffer } = memory;
    allocate();
    expect(buffer.byteLength).toBe(0);
  }
});
