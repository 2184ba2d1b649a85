import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PieceInput, pieceRows, windowsOf } from '../../src/encoder/windows.js';

const [first, last] = [100, 101];

/** A sentence whose words have so many pieces; every piece has a number of its own. */
function sentence(...sizes: number[]): PieceInput {
  const starts = sizes.map((_, word) => sizes.slice(0, word).reduce((sum, size) => sum + size, 0));
  const count = sizes.reduce((sum, size) => sum + size, 0);
  return {
    n: sizes.length,
    pieces: Int32Array.from({ length: count }, (_, at) => at),
    shapes: Int32Array.from(sizes.flatMap((size, word) => Array(size).fill(word % 4))),
    starts: Int32Array.from(starts),
  };
}

describe('pieces of sentences', () => {
  it('lie one after the other between special ones, each sentence with its own positions', () => {
    const rows = pieceRows([sentence(1, 2), sentence(), sentence(1)], { first, last, capacity: 8 });
    expect([...rows.pieces]).toEqual([100, 0, 1, 2, 101, 100, 101, 100, 0, 101]);
    expect([...rows.shapes]).toEqual([0, 0, 1, 1, 0, 0, 0, 0, 0, 0]);
    expect([...rows.positions]).toEqual([0, 1, 2, 3, 4, 0, 1, 0, 1, 2]);
    expect(rows.lengths).toEqual([5, 2, 3]);
    // ROOT, two words; ROOT; ROOT, one word.
    expect([...rows.words]).toEqual([0, 1, 2, 5, 7, 8]);
  });

  it('are cut into windows that overlap by half, and words are read where they stand farthest from a cut', () => {
    const long = sentence(1, 1, 1, 1, 1, 1, 1);
    expect(windowsOf(long, 4)).toEqual([
      { from: 0, to: 4 },
      { from: 2, to: 6 },
      { from: 4, to: 7 },
    ]);
    const rows = pieceRows([long], { first, last, capacity: 4 });
    expect([...rows.pieces]).toEqual([100, 0, 1, 2, 3, 101, 100, 2, 3, 4, 5, 101, 100, 4, 5, 6, 101]);
    expect([...rows.positions]).toEqual([0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4]);
    expect(rows.lengths).toEqual([6, 6, 5]);
    expect([...rows.shapes]).toEqual([0, 0, 1, 2, 3, 0, 0, 2, 3, 0, 1, 0, 0, 0, 1, 2, 0]);
    // Word 2 has one word before the cut in the first window, and none after the cut in the second.
    expect([...rows.words]).toEqual([0, 1, 2, 3, 8, 9, 14, 15]);
  });

  it('of a word that fits into no window are cut', () => {
    const rows = pieceRows([sentence(1, 5, 1)], { first, last, capacity: 3 });
    expect([...rows.pieces]).toEqual([100, 0, 101, 100, 1, 2, 3, 101, 100, 6, 101]);
    expect([...rows.words]).toEqual([0, 1, 4, 9]);
  });

  it('are found where the words stand, in windows that are never too long, whatever the sizes', () => {
    const sizes = fc.array(fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 40 }), { minLength: 1 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 12 }), (all, capacity) => {
        const sentences = all.map((own) => sentence(...own));
        const { pieces, positions, lengths, words } = pieceRows(sentences, { first, last, capacity });
        expect(pieces.length).toBe(lengths.reduce((sum, length) => sum + length, 0));
        expect(Math.max(...lengths)).toBeLessThanOrEqual(capacity + 2);
        expect(Math.max(...positions)).toBeLessThan(capacity + 2);
        let at = 0;
        for (const { n, starts } of sentences) {
          expect(pieces[words[at++]]).toBe(first);
          for (let word = 0; word < n; word++) expect(pieces[words[at++]]).toBe(starts[word]);
        }
        expect(at).toBe(words.length);
      }),
    );
  });
});
