import { describe, expect, it } from 'vitest';
import { assertTree, dominates, isTree } from '../../src/tree/tree.js';
import { allHeads, allProjectiveTrees, allTrees, rootCount } from '../support/trees.js';

/** The ancestors of a word from its head on, as far as n steps lead. */
function ancestors(heads: Int32Array, word: number): number[] {
  const found: number[] = [];
  for (let step = 1; step < heads.length && word > 0; step++) {
    word = heads[word];
    found.push(word);
  }
  return found;
}

describe('a tree', () => {
  it.each([1, 2, 3, 4, 5])('is one in which all of %d words lead to ROOT', (n) => {
    for (const heads of allHeads(n)) {
      const words = [...heads.keys()].slice(1);
      if (isTree(heads) !== words.every((word) => ancestors(heads, word).includes(0)))
        expect.fail(`${heads}`);
    }
  });

  it('has heads that are there', () => {
    expect(isTree(Int32Array.of(-1))).toBe(true);
    expect(isTree(Int32Array.of(-1, 0, 3))).toBe(false);
    expect(isTree(Int32Array.of(-1, 0, -1))).toBe(false);
    expect(isTree(Int32Array.of(0, 0))).toBe(false);
    expect(() => assertTree(Int32Array.of(-1, 2, 1))).toThrow('The heads -1, 2, 1 do not form a tree.');
  });

  it('has words that dominate their descendants and themselves', () => {
    for (const heads of allTrees(4)) {
      for (const word of heads.keys()) {
        for (const ancestor of heads.keys()) {
          const expected = ancestor === word || ancestors(heads, word).includes(ancestor);
          if (dominates(heads, ancestor, word) !== expected)
            expect.fail(`${ancestor} and ${word} in ${heads}`);
        }
      }
    }
  });
});

describe('the generators of trees', () => {
  const counts = (trees: Iterable<Int32Array>) => {
    const different = new Map(Array.from(trees, (heads) => [heads.join(), heads]));
    const all = [...different.values()];
    return [all.length, all.filter((heads) => rootCount(heads) === 1).length];
  };

  it.each([1, 2, 3, 4, 5, 6])('give every tree of %d words once', (n) => {
    const trees = [...allTrees(n)];
    expect(trees.every(isTree)).toBe(true);
    expect(trees).toHaveLength((n + 1) ** (n - 1));
    expect(counts(trees)).toEqual([(n + 1) ** (n - 1), n ** (n - 1)]);
  });

  it.each([
    [1, 1, 1],
    [2, 3, 2],
    [3, 12, 7],
    [4, 55, 30],
    [5, 273, 143],
    [6, 1428, 728],
    [7, 7752, 3876],
    [8, 43263, 21318],
  ])('give every projective tree of %d words once', (n, all, oneRoot) => {
    const trees = [...allProjectiveTrees(n)];
    expect(trees).toHaveLength(all);
    expect(counts(trees)).toEqual([all, oneRoot]);
  });
});
