// The static oracle: rebuilds every projective tree, agrees with the dynamic oracle, and refuses the other trees.
import { describe, expect, it } from 'vitest';
import { arcEager } from '../../src/transition/arcEager.js';
import { arcHybrid } from '../../src/transition/arcHybrid.js';
import { arcStandard } from '../../src/transition/arcStandard.js';
import { Configuration } from '../../src/transition/configuration.js';
import { staticOracle } from '../../src/transition/oracle.js';
import { follow, type Preference, SHIFT } from '../../src/transition/system.js';
import { allProjectiveTrees, allTrees, rootCount } from '../support/trees.js';

describe.each([arcStandard, arcHybrid, arcEager])('$name', (system) => {
  describe.each<Preference>(['reduce', 'shift'])('preferring %s', (prefer) => {
    it('rebuilds every projective tree of up to 7 words', () => {
      for (let n = 0; n <= 7; n++) {
        for (const heads of n === 0 ? [Int32Array.of(-1)] : allProjectiveTrees(n)) {
          const rebuilt = follow(system, staticOracle(system, heads, prefer));
          if (`${rebuilt}` !== `${heads}`) expect(rebuilt).toEqual(heads);
        }
      }
    });

    it('takes transitions that cost nothing, the preferred ones where there is a choice', () => {
      const costs = new Float32Array(system.transitions.length);
      let choices = 0;
      for (let n = 1; n <= 6; n++) {
        for (const heads of allProjectiveTrees(n)) {
          const configuration = new Configuration(n);
          for (const transition of staticOracle(system, heads, prefer)) {
            system.costs(configuration, heads, costs);
            const free = [...costs.keys()].filter((t) => costs[t] === 0);
            if (free.length > 1) choices++;
            const preferred = free.filter((t) => (t === SHIFT) === (prefer === 'shift'));
            const expected = preferred.length > 0 ? preferred : free;
            if (`${expected}` !== `${transition}`) expect([transition]).toEqual(expected);
            system.apply(configuration, transition);
          }
        }
      }
      expect(choices).toBeGreaterThan(0);
    });

    it('stays within what is legal with a single root for every tree that has one', () => {
      for (let n = 1; n <= 6; n++) {
        for (const heads of allProjectiveTrees(n)) {
          if (rootCount(heads) > 1) continue;
          const configuration = new Configuration(n, true);
          for (const transition of staticOracle(system, heads, prefer)) {
            if (!system.isLegal(configuration, transition)) expect.fail(`${transition} for ${heads}`);
            system.apply(configuration, transition);
          }
        }
      }
    });

    it('refuses every tree that is not projective', () => {
      for (let n = 1; n <= 5; n++) {
        const projective = new Set([...allProjectiveTrees(n)].map(String));
        for (const heads of allTrees(n)) {
          if (projective.has(String(heads))) continue;
          expect(() => staticOracle(system, heads, prefer)).toThrow(
            `No ${system.name} sequence builds this tree, because it is not projective: lift it or leave it out.`,
          );
        }
      }
    });
  });

  it('never has the forbidden pair when it prefers reductions', () => {
    const [first, second] = system.forbiddenPair;
    for (let n = 1; n <= 7; n++) {
      for (const heads of allProjectiveTrees(n)) {
        const sequence = staticOracle(system, heads, 'reduce');
        if (sequence.some((t, i) => t === first && sequence[i + 1] === second)) expect.fail(String(heads));
      }
    }
  });

  it('takes a sentence of 20,000 words', () => {
    const chain = Int32Array.from({ length: 20_001 }, (_, word) => word - 1);
    const nest = chain.map((_, word) => (word === 0 ? -1 : word === 20_000 ? 0 : word + 1));
    for (const heads of [chain, nest]) expect(follow(system, staticOracle(system, heads))).toEqual(heads);
  });
});
