import { describe, expect, it } from 'vitest';
import { align } from '../../src/evaluate/alignment.js';
import { calibration } from '../../src/evaluate/calibration.js';
import { treebank } from '../support/evaluation.js';

const gold = treebank(
  'gold',
  '1 a a X X _ 0 root\n2 b b X X _ 1 dep\n3 c c X X _ 2 dep\n4 . . PUNCT . _ 1 punct',
);
const system = (...confidences: (string | undefined)[]) => {
  const heads = [0, 1, 1, 1];
  const rows = confidences.map((confidence, at) => {
    const misc = confidence === undefined ? '_' : `Gloss=x|Confidence=${confidence}`;
    const deprel = heads[at] === 0 ? 'root' : 'dep';
    return `${at + 1} ${'abc.'[at]} _ _ _ _ ${heads[at]} ${deprel} _ ${misc}`;
  });
  return treebank('system', rows.join('\n'));
};

describe('calibration', () => {
  it('compares confidence and accuracy in tenths', () => {
    // Right, right, wrong, right.
    const { bins, error } = calibration(align(gold, system('1', '0.92', '0.9', '0.45')), 'with');
    expect(bins.map(({ from, to, arcs }) => [from, to, arcs])).toEqual([
      [0.4, 0.5, 1],
      [0.9, 1, 3],
    ]);
    expect(bins[0]).toMatchObject({ confidence: 45, accuracy: 100 });
    expect(bins[1].confidence).toBeCloseTo(94, 9);
    expect(bins[1].accuracy).toBeCloseTo(200 / 3, 9);
    expect(error).toBeCloseTo((55 + 3 * (94 - 200 / 3)) / 4, 9);
  });

  it('leaves punctuation out on request', () => {
    const { bins } = calibration(align(gold, system('1', '0.92', '0.9', '0.45')), 'without');
    expect(bins.map(({ arcs }) => arcs)).toEqual([3]);
  });

  it('needs every probability', () => {
    expect(() => calibration(align(gold, system('1', '0.5', undefined, '1')), 'with')).toThrow(
      'system does not have the probability of every arc: parse with --marginals.',
    );
  });
});
