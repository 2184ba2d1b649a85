import { describe, expect, it } from 'vitest';
import { Random } from '../../src/engine/random.js';

describe('random', () => {
  it('gives the same numbers for the same seed, others for another', () => {
    const draw = (seed: number) => {
      const random = new Random(seed);
      return Array.from({ length: 20 }, () => random.bits());
    };
    expect(draw(5)).toEqual(draw(5));
    expect(draw(5)).not.toEqual(draw(6));
    expect(new Set(draw(0)).size).toBe(20);
  });

  it('follows xoshiro128**', () => {
    const random = new Random(0);
    random.restore([1, 2, 3, 4]);
    // By hand: rotl(2 · 5, 7) · 9 = 11520, and the state becomes [7, 0, 1026, 12288].
    expect(random.bits()).toBe(11520);
    expect(random.state()).toEqual([7, 0, 1026, 12288]);
    expect(random.bits()).toBe(0);
  });

  it('continues from a saved state', () => {
    const random = new Random(3);
    random.normal();
    const state = random.state();
    const draw = () => [random.uniform(), random.normal(), random.below(1000)];
    const first = draw();
    random.restore(JSON.parse(JSON.stringify(state)));
    expect(draw()).toEqual(first);
  });

  it('has the moments of the uniform and the normal distribution', () => {
    const random = new Random(1);
    const count = 100_000;
    const moments = (sample: () => number) => {
      const values = Array.from({ length: count }, sample);
      const mean = values.reduce((sum, x) => sum + x, 0) / count;
      const variance = values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / count;
      const fourth = values.reduce((sum, x) => sum + (x - mean) ** 4, 0) / count;
      return { mean, variance, kurtosis: fourth / variance ** 2 };
    };
    const uniform = moments(() => random.uniform(-1, 3));
    expect(uniform.mean).toBeCloseTo(1, 1);
    expect(uniform.variance).toBeCloseTo(16 / 12, 1);
    expect(uniform.kurtosis).toBeCloseTo(1.8, 1);
    const normal = moments(() => random.normal(2, 3));
    expect(normal.mean).toBeCloseTo(2, 1);
    expect(normal.variance / 9).toBeCloseTo(1, 1);
    expect(normal.kurtosis).toBeCloseTo(3, 1);
  });

  it('draws integers below n evenly', () => {
    const random = new Random(2);
    const counts = new Array(7).fill(0);
    for (let i = 0; i < 70_000; i++) counts[random.below(7)]++;
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  });

  it('shuffles into every order evenly', () => {
    const random = new Random(4);
    const counts = new Map<string, number>();
    for (let i = 0; i < 24_000; i++) {
      const items = ['a', 'b', 'c', 'd'];
      random.shuffle(items);
      const order = items.join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(24);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(200);
  });

  it('fills masks', () => {
    const mask = new Float32Array(10_000);
    new Random(8).bernoulli(mask, 0.75, 4 / 3);
    const kept = mask.filter((value) => value === Math.fround(4 / 3)).length;
    expect(Math.abs(kept - 7500)).toBeLessThan(200);
    expect(mask.filter((value) => value === 0).length).toBe(10_000 - kept);
    new Random(8).bernoulli(mask, 1);
    expect(mask.every((value) => value === 1)).toBe(true);
  });
});
