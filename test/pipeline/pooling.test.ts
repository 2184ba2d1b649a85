import { describe, expect, it } from 'vitest';
import type { Analysis, AnalyzedTree } from '../../src/pipeline/analysis.js';
import { pooled } from '../../src/pipeline/pooling.js';

const tree = (n: number, more: Partial<AnalyzedTree> = {}): AnalyzedTree => ({
  heads: Int32Array.from({ length: n + 1 }, (_, at) => at - 1),
  labels: Int32Array.from({ length: n + 1 }, (_, at) => 10 * n + at),
  ...more,
});
const ranked = (n: number, score: number) =>
  tree(n, { score, probabilities: Float32Array.from({ length: n + 1 }, (_, at) => at / (n + score)) });

const analyses: Analysis[] = [
  { trees: [tree(3)], tags: [Int32Array.of(-1, 7, 8, 9), Int32Array.of(-1, 4, 5, 6)] },
  { trees: [{ heads: Int32Array.of(-1, 0) }], shortcut: 'greedily' },
  { trees: [ranked(2, 5), ranked(2, 4), ranked(2, 3)] },
  { trees: [ranked(1, 1)] },
  { trees: [], tags: [Int32Array.of(-1, 2)] },
];

const integersOf = (all: readonly Analysis[]) =>
  all.flatMap(({ trees, tags = [] }) => [
    ...trees.flatMap(({ heads, labels }) => (labels ? [heads, labels] : [heads])),
    ...tags,
  ]);

describe('pooled analyses', () => {
  it('are the same', () => {
    expect(pooled(analyses)).toEqual(analyses);
    expect(pooled([])).toEqual([]);
  });

  it.each([
    ['here', pooled(analyses)],
    ['in another thread', structuredClone(pooled(analyses))],
  ])('have one buffer for all integers, without room to spare, %s', (_, all) => {
    const integers = integersOf(all);
    expect(new Set(integers.map(({ buffer }) => buffer)).size).toBe(1);
    expect(integers[0].buffer.byteLength).toBe(4 * integers.reduce((sum, { length }) => sum + length, 0));
  });

  it('keep the probabilities of each sentence apart', () => {
    const buffers = pooled(analyses).map(
      ({ trees }) => new Set(trees.flatMap(({ probabilities }) => probabilities?.buffer ?? [])),
    );
    expect(buffers.map(({ size }) => size)).toEqual([0, 0, 1, 1, 0]);
    const [three, one] = [[...buffers[2]][0], [...buffers[3]][0]];
    expect([three, one].map(({ byteLength }) => byteLength)).toEqual([4 * 9, 4 * 2]);
  });
});
