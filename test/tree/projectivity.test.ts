import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isProjective, nonProjectiveArcs } from '../../src/tree/projectivity.js';
import { isTree } from '../../src/tree/tree.js';
import { allHeads, allProjectiveTrees, allTrees, anyProjectiveTree, anyTree } from '../support/trees.js';

/** Whether two arcs cross when drawn above the sentence, tried for every pair. */
function hasCrossing(heads: Int32Array): boolean {
  const arcs = Array.from(heads, (head, word) => [Math.min(head, word), Math.max(head, word)]).slice(1);
  return arcs.some(([a, b]) => arcs.some(([c, d]) => a < c && c < b && b < d));
}

/** For every arc and every word between its ends, whether the word is reached from the arc's head. */
function arcsByDefinition(heads: Int32Array): number[] {
  const nodes = [...heads.keys()];
  const reach = nodes.map((head) => nodes.map((word) => heads[word] === head || word === head));
  for (const k of nodes)
    for (const i of nodes) for (const j of nodes) reach[i][j] ||= reach[i][k] && reach[k][j];
  return nodes.slice(1).filter((dependent) => {
    const head = heads[dependent];
    const between = nodes.filter((word) => (word - head) * (word - dependent) < 0);
    return between.some((word) => !reach[head][word]);
  });
}

describe('a projective tree', () => {
  it.each([0, 1, 2, 3, 4, 5, 6])('is a tree of %d words without crossing arcs', (n) => {
    for (const heads of allHeads(n)) {
      if (isProjective(heads) !== (isTree(heads) && !hasCrossing(heads))) expect.fail(`${heads}`);
    }
  });

  it('is one of the trees that are generated as such', () => {
    for (let n = 1; n <= 8; n++) {
      for (const heads of allProjectiveTrees(n)) if (!isProjective(heads)) expect.fail(`${heads}`);
    }
    const filtered = [...allTrees(6)].filter(isProjective).map(String);
    expect(new Set(filtered)).toEqual(new Set(Array.from(allProjectiveTrees(6), String)));
  });

  it('has no arc over the arc from ROOT', () => {
    expect(isProjective(Int32Array.of(-1, 3, 0, 2))).toBe(false);
    expect(isProjective(Int32Array.of(-1, 2, 0, 2))).toBe(true);
  });

  it('is told from others at any length', () => {
    fc.assert(fc.property(anyProjectiveTree(60), (heads) => isProjective(heads)));
    fc.assert(fc.property(anyTree(30), (heads) => isProjective(heads) === !hasCrossing(heads)));
    const chain = Int32Array.from({ length: 100_001 }, (_, word) => word - 1);
    expect(isProjective(chain)).toBe(true);
  });
});

describe('the non-projective arcs', () => {
  it.each([1, 2, 3, 4, 5, 6])('are those of the definition, for all trees of %d words', (n) => {
    for (const heads of allTrees(n)) {
      const arcs = nonProjectiveArcs(heads);
      if (arcs.join() !== arcsByDefinition(heads).join()) expect.fail(`${heads}`);
      if ((arcs.length === 0) !== isProjective(heads)) expect.fail(`${heads}`);
    }
  });

  it('are those of the definition in longer trees', () => {
    fc.assert(
      fc.property(anyTree(25), (heads) => nonProjectiveArcs(heads).join() === arcsByDefinition(heads).join()),
    );
  });

  it('need a tree', () => {
    expect(() => nonProjectiveArcs(Int32Array.of(-1, 2, 1, 0))).toThrow('do not form a tree');
  });
});
