import { describe, expect, it } from 'vitest';
import { ratios } from '../../bench/compare.js';
import type { Tables } from '../../bench/table.js';

const run = (exponent: string, ...milliseconds: (number | string)[]): Tables => ({
  [`decoder: grows with n to the ${exponent}`]: milliseconds.map((figure, at) => ({
    words: 10 * (at + 1),
    milliseconds: figure,
    note: '',
  })),
});

describe('the comparison of two builds', () => {
  it('has the median ratio of each figure with its least and most, and keeps what does not change', () => {
    const rounds = [
      { base: run('2.1', 2, '4.0'), here: run('2.2', 1, '4.0'), again: run('2.2', 1, '4.0') },
      // A busy moment in this round, for both builds.
      { base: run('2.3', 6, '8.0'), here: run('2.0', 9, '8.0'), again: run('2.0', 9, '6.0') },
      { base: run('2.1', 4, '4.0'), here: run('2.1', 3, '2.0'), again: run('2.1', 6, '3.0') },
    ];
    expect(ratios(rounds)).toEqual({
      decoder: [
        { words: 10, milliseconds: '0.75 (0.50 to 1.50), itself 1.00 (1.00 to 2.00)', note: '' },
        { words: 20, milliseconds: '1.00 (0.50 to 1.00), itself 1.00 (0.75 to 1.50)', note: '' },
      ],
    });
  });

  it('takes the mean of the two in the middle of an even number of rounds', () => {
    const rounds = [1, 2, 4, 3].map((here) => ({
      base: run('2', 1),
      here: run('2', here),
      again: run('2', here),
    }));
    expect(ratios(rounds).decoder[0].milliseconds).toBe('2.50 (1.00 to 4.00), itself 1.00 (1.00 to 1.00)');
  });

  it('refuses builds that measure different things', () => {
    expect(() => ratios([{ base: run('2', 1), here: run('2', 1, 2), again: run('2', 1, 2) }])).toThrow(
      'The two builds do not measure the same',
    );
  });
});
