import { describe, expect, it } from 'vitest';
import {
  arcEagerRules,
  arcHybridRules,
  arcStandardRules,
  counting,
  deduce,
  edgeFactoredRules,
  inside,
  unambiguous,
} from '../../src/deduction/index.js';

const sequences = [1, 3, 13, 67, 381, 2307, 14589, 95235];
const projectiveTrees = [1, 3, 12, 55, 273, 1428, 7752, 43263];
const singleRootTrees = [1, 2, 7, 30, 143, 728, 3876, 21318];
const lengths = [1, 2, 3, 4, 5, 6, 7, 8];

describe.each([arcStandardRules, arcHybridRules, arcEagerRules])('$name', (system) => {
  it('has the known number of transition sequences', () => {
    expect(lengths.map((n) => inside(deduce(system, n), counting).goal)).toEqual(sequences);
  });
});

describe.each([arcStandardRules, arcHybridRules, arcEagerRules, edgeFactoredRules])(
  '$name without spurious ambiguity',
  (system) => {
    it('has one derivation for each projective tree', () => {
      expect(lengths.map((n) => inside(deduce(unambiguous(system), n), counting).goal)).toEqual(
        projectiveTrees,
      );
    });
    it('has one derivation for each projective tree with one root', () => {
      const chart = (n: number) => deduce(unambiguous(system), n, { singleRoot: true });
      expect(lengths.map((n) => inside(chart(n), counting).goal)).toEqual(singleRootTrees);
    });
  },
);
