// The dynamic oracles beside exhaustive search.
import fc from 'fast-check';
import { expect } from 'vitest';
import { Configuration } from '../../src/transition/configuration.js';
import type { OracleSystem } from '../../src/transition/system.js';
import { asInPaper, contents, legalTransitions } from './configurations.js';
import { ExhaustiveSearch } from './paperSystems.js';
import { anyProjectiveTree } from './trees.js';

/** On strings, because expect() takes its time. */
export function expectExactCosts(system: OracleSystem, c: Configuration, search: ExhaustiveSearch): void {
  const before = String(Object.values(contents(c)));
  const costs = new Float32Array(system.transitions.length);
  system.costs(c, search.gold, costs);
  const expected = search.costs(asInPaper(c));
  if (String(costs) !== String(expected)) {
    expect([...costs], `gold ${search.gold} after ${contents(c).history}`).toEqual(expected);
  }
  if (String(Object.values(contents(c))) !== before) expect.fail('costs() changed the configuration');
}

/** In every configuration of so many random walks over 6 to 8 words. */
export function expectExactWalks(system: OracleSystem, singleRoot: boolean, walks: number): void {
  const trees = anyProjectiveTree(8).filter((heads) => heads.length > 6);
  const steps = fc.array(fc.nat(11), { minLength: 16, maxLength: 16, size: 'max' });
  fc.assert(
    fc.property(trees, steps, (tree, choices) => {
      const search = new ExhaustiveSearch(system, singleRoot ? withOneRoot(tree) : tree, singleRoot);
      const c = new Configuration(tree.length - 1, singleRoot);
      for (let step = 0; !c.isTerminal; step++) {
        expectExactCosts(system, c, search);
        const legal = legalTransitions(system, c);
        system.apply(c, legal[choices[step] % legal.length]);
      }
    }),
    { numRuns: walks },
  );
}

/** The tree with all roots but the first made dependents of the first, which keeps it projective. */
function withOneRoot(heads: Int32Array): Int32Array {
  const root = heads.indexOf(0);
  return heads.map((head, word) => (head === 0 && word !== root ? root : head));
}
