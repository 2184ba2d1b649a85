import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.js';
import { pack } from '../../src/nn/packing.js';

describe('packing', () => {
  const { arena } = createEngine();

  it('goes by time over sentences from the longest to the shortest', () => {
    const packing = pack(arena, [2, 3, 1]);
    expect(packing.order).toEqual([1, 0, 2]);
    expect([...packing.callerRows.copy()]).toEqual([2, 0, 5, 3, 1, 4]);
    expect([...packing.packedRows.copy()]).toEqual([1, 4, 0, 3, 5, 2]);
    expect([...packing.ranks.copy()]).toEqual([0, 1, 2, 0, 1, 0]);
    expect(packing.leftToRight).toEqual([
      { start: 0, rows: 3, previous: 0, carried: 0, next: 3, continuing: 2, spare: 6 },
      { start: 3, rows: 2, previous: 0, carried: 2, next: 5, continuing: 1, spare: 1 },
      { start: 5, rows: 1, previous: 3, carried: 1, next: 0, continuing: 0, spare: 0 },
    ]);
    expect(packing.rightToLeft).toEqual([
      { start: 5, rows: 1, previous: 0, carried: 0, next: 3, continuing: 1, spare: 1 },
      { start: 3, rows: 2, previous: 5, carried: 1, next: 0, continuing: 2, spare: 1 },
      { start: 0, rows: 3, previous: 3, carried: 2, next: 0, continuing: 0, spare: 1 },
    ]);
  });

  it('visits every row once and hands its state to the neighbour of the same sentence, in both directions', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 }), (lengths) => {
        const packing = pack(arena, lengths);
        const callerRows = packing.callerRows.copy();
        const sentenceOf = lengths.flatMap((length, s) => new Array<number>(length).fill(s));
        expect([...callerRows].sort((a, b) => a - b)).toEqual(sentenceOf.map((_, row) => row));
        expect([...packing.packedRows.copy()].map((row) => callerRows[row])).toEqual(
          sentenceOf.map((_, row) => row),
        );
        for (const [steps, direction] of [
          [packing.leftToRight, 1] as const,
          [packing.rightToLeft, -1] as const,
        ]) {
          const seen = new Set<number>();
          for (const step of steps) {
            for (let r = 0; r < step.rows; r++) {
              const row = callerRows[step.start + r];
              const neighbour = row - direction;
              expect(sentenceOf[row]).toBe(packing.order[packing.ranks.copy()[step.start + r]]);
              expect(r < step.carried).toBe(sentenceOf[neighbour] === sentenceOf[row]);
              if (r < step.carried) expect(callerRows[step.previous + r]).toBe(neighbour);
              expect(r < step.continuing).toBe(sentenceOf[row + direction] === sentenceOf[row]);
              if (r < step.continuing) expect(callerRows[step.next + r]).toBe(row + direction);
              expect(r < step.carried ? seen.has(neighbour) : true).toBe(true);
              seen.add(row);
            }
            // No row that a step before this one has given a state is spare.
            const end = step.start + step.carried + step.spare;
            expect(end).toBeLessThanOrEqual(packing.rows);
            for (let row = step.start + step.carried; row < end; row++) {
              expect(seen.has(callerRows[row])).toBe(row < step.start + step.rows);
            }
          }
          expect(seen.size).toBe(packing.rows);
        }
      }),
    );
  });

  it('refuses an empty sentence', () => {
    expect(() => pack(arena, [2, 0])).toThrow('Sentence 1 of the batch is empty.');
  });
});
