import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cyclesOf, headsOf, labelsOf, rootsOf } from '../../src/conllu/heads.js';
import { newSentence, newWord } from '../../src/conllu/sentence.js';
import { allHeads } from '../support/trees.js';

/** The words that come back to themselves from head to head, tried one by one. */
function wordsOnCycles(heads: Int32Array): number[] {
  return Array.from(heads.keys()).filter((word) => {
    for (let step = 0, node = word; step < heads.length && node > 0; step++) {
      node = heads[node];
      if (node === word) return true;
    }
    return false;
  });
}

describe('heads and labels', () => {
  it('are arrays by position', () => {
    const words = [newWord(1, 'She'), newWord(2, 'goes')];
    words[0] = { ...words[0], head: 2, deprel: 'nsubj' };
    expect(headsOf(newSentence(words))).toEqual(Int32Array.of(-1, 2, -1));
    expect(labelsOf(newSentence(words))).toEqual(['', 'nsubj', '_']);
  });
});

describe('roots and cycles', () => {
  it('are those of the definition, for all heads of up to 5 words', () => {
    for (let n = 0; n <= 5; n++) {
      for (const heads of allHeads(n)) {
        const roots = Array.from(heads.keys()).filter((word) => heads[word] === 0);
        if (String(rootsOf(heads)) !== String(roots)) expect.fail(`roots of ${heads}`);
        const cycles = cyclesOf(heads);
        if (String(cycles.flat().sort()) !== String(wordsOnCycles(heads))) expect.fail(`cycles of ${heads}`);
        for (const cycle of cycles) {
          const linked = cycle.every((word, i) => heads[word] === cycle[(i + 1) % cycle.length]);
          if (!linked || cycle.some((word) => word < cycle[0])) expect.fail(`cycle ${cycle} of ${heads}`);
        }
      }
    }
  });

  it('are found where words have no head yet', () => {
    expect(cyclesOf(Int32Array.of(-1, 2, -1, 5, 5, 3))).toEqual([[3, 5]]);
    expect(rootsOf(Int32Array.of(-1, -1, 0, 0))).toEqual([2, 3]);
  });

  it('are found in a long sentence', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200_000 }), (n) => {
        const ring = Int32Array.from({ length: n + 1 }, (_, word) => (word === 0 ? -1 : (word % n) + 1));
        expect(cyclesOf(ring)[0]).toHaveLength(n);
      }),
      { numRuns: 5 },
    );
  });
});
