// What every transition system must do, checked against the paper's definitions by exhaustive enumeration.
import { describe, expect, it } from 'vitest';
import { arcEager } from '../../src/transition/arcEager.js';
import { arcHybrid } from '../../src/transition/arcHybrid.js';
import { arcStandard } from '../../src/transition/arcStandard.js';
import { Configuration } from '../../src/transition/configuration.js';
import { follow } from '../../src/transition/system.js';
import {
  asInPaper,
  contents,
  everyConfiguration,
  legalTransitions,
  rewrite,
} from '../support/configurations.js';
import { expectExactCosts, expectExactWalks } from '../support/exactCosts.js';
import { ExhaustiveSearch, paperApply } from '../support/paperSystems.js';
import { allProjectiveTrees, rootCount } from '../support/trees.js';

const lengths = [1, 2, 3, 4, 5, 6];
const sequenceCounts = [1, 3, 13, 67, 381, 2307];
const treeCounts = [1, 3, 12, 55, 273, 1428];
const singleRootTreeCounts = [1, 2, 7, 30, 143, 728];

describe.each([arcStandard, arcHybrid, arcEager])('$name', (system) => {
  /** The transition sequences of all terminal configurations, with the trees they build. */
  function everySequence(n: number, singleRoot: boolean) {
    const found: { transitions: number[]; tree: string }[] = [];
    everyConfiguration(system, new Configuration(n, singleRoot), (c) => {
      if (c.isTerminal) found.push({ transitions: contents(c).history, tree: c.heads.join(' ') });
    });
    return found;
  }

  const hasForbiddenPair = (transitions: readonly number[]) =>
    transitions.some(
      (t, i) => t === system.forbiddenPair[0] && transitions[i + 1] === system.forbiddenPair[1],
    );

  it('has the known number of sequences, of 2n steps each, and of trees', () => {
    for (const n of lengths) {
      const sequences = everySequence(n, false);
      expect(sequences.length).toBe(sequenceCounts[n - 1]);
      expect(sequences.every(({ transitions }) => transitions.length === 2 * n)).toBe(true);
      expect(new Set(sequences.map(({ transitions }) => transitions.join(' '))).size).toBe(sequences.length);
      expect(new Set(sequences.map(({ tree }) => tree)).size).toBe(treeCounts[n - 1]);
    }
  });

  it('has one sequence without the forbidden pair for each tree', () => {
    for (const n of lengths) {
      const sequences = everySequence(n, false).filter(({ transitions }) => !hasForbiddenPair(transitions));
      expect(sequences.length).toBe(treeCounts[n - 1]);
      expect(new Set(sequences.map(({ tree }) => tree)).size).toBe(treeCounts[n - 1]);
    }
  });

  it('derives exactly the projective trees with one root when a single root is asked for', () => {
    for (const n of lengths) {
      const derived = new Set(everySequence(n, true).map(({ tree }) => tree));
      const trees = [...allProjectiveTrees(n)].filter((heads) => rootCount(heads) === 1);
      expect(derived).toEqual(new Set(trees.map((heads) => heads.join(' '))));
      expect(derived.size).toBe(singleRootTreeCounts[n - 1]);
    }
  });

  describe.each([false, true])('single root: %s', (singleRoot) => {
    it('allows just those of the paper’s transitions from which a tree can be reached', () => {
      for (const n of lengths.slice(0, 5)) {
        const search = new ExhaustiveSearch(system, new Int32Array(n + 1), singleRoot);
        everyConfiguration(system, new Configuration(n, singleRoot), (c) => {
          const endsWell = search.lossesAfter(asInPaper(c)).map(Number.isFinite);
          expect(system.transitions.map((_, t) => system.isLegal(c, t))).toEqual(endsWell);
          expect(endsWell.includes(true)).toBe(!c.isTerminal);
          expect(system.isLegal(c, system.transitions.length)).toBe(false);
        });
      }
    });

    it('applies transitions as the paper does and takes them back', () => {
      for (const n of lengths.slice(0, 5)) {
        everyConfiguration(system, new Configuration(n, singleRoot), (c) => {
          const before = contents(c);
          for (const transition of legalTransitions(system, c)) {
            const { arcs, ...expected } = paperApply(system, asInPaper(c), transition)!;
            system.apply(c, transition);
            const after = asInPaper(c);
            expect(after).toMatchObject(expected);
            expect(new Set(after.arcs.map(String))).toEqual(new Set(arcs.map(String)));
            system.undo(c);
            expect(contents(c)).toEqual(before);
          }
        });
      }
    });

    it('does what the definitions of its transitions say', () => {
      everyConfiguration(system, new Configuration(5, singleRoot), (c) => {
        for (const transition of legalTransitions(system, c)) {
          const { arcs, ...expected } = rewrite(asInPaper(c), system.definitions[transition]);
          system.apply(c, transition);
          const after = asInPaper(c);
          expect(after).toMatchObject(expected);
          expect(new Set(after.arcs.map(String))).toEqual(new Set(arcs.map(String)));
          system.undo(c);
        }
      });
    });

    it('knows the exact cost of every transition in every configuration for every tree of up to 4 words', () => {
      for (const n of lengths.slice(0, 4)) {
        for (const gold of allProjectiveTrees(n)) {
          if (singleRoot && rootCount(gold) > 1) continue;
          const search = new ExhaustiveSearch(system, gold, singleRoot);
          everyConfiguration(system, new Configuration(n, singleRoot), (c) => {
            if (!c.isTerminal) expectExactCosts(system, c, search);
          });
        }
      }
    });

    it('knows the exact cost of every transition on random walks over 6 to 8 words', () => {
      expectExactWalks(system, singleRoot, 15);
    });
  });

  it('follows whole legal sequences only', () => {
    for (const { transitions, tree } of everySequence(4, false)) {
      expect(follow(system, transitions).join(' ')).toBe(tree);
      expect(() => follow(system, transitions.slice(0, -1))).toThrow(
        /does not build a whole tree|is illegal there/,
      );
    }
    expect(() => follow(system, [1, 0])).toThrow(
      `Step 1 of the sequence, reduceLeft, is illegal there in ${system.name}.`,
    );
    expect(() => follow(system, [9, 0])).toThrow('Step 1 of the sequence, transition 9, is illegal there');
    expect(follow(system, [])).toEqual(Int32Array.of(-1));
  });

  it('goes on from a copy without touching the original', () => {
    const copy = new Configuration(0);
    everyConfiguration(system, new Configuration(4, true), (c) => {
      const before = contents(c);
      copy.copyFrom(c);
      expect(contents(copy)).toEqual(before);
      for (const transition of legalTransitions(system, copy).slice(0, 1)) system.apply(copy, transition);
      while (copy.steps > 0) system.undo(copy);
      expect(contents(copy)).toEqual(contents(new Configuration(4, true)));
      expect(contents(c)).toEqual(before);
    });
  });
});

describe('Configuration', () => {
  it('begins with ROOT on the stack and shows its topmost tokens', () => {
    const c = new Configuration(3);
    expect([c.s2, c.s1, c.s0, c.b0]).toEqual([-1, -1, 0, 1]);
    for (let i = 0; i < 3; i++) arcHybrid.apply(c, 0);
    expect([c.s2, c.s1, c.s0, c.b0]).toEqual([1, 2, 3, 4]);
    expect([c.bufferIsEmpty, c.isTerminal]).toEqual([true, false]);
    expect([0, 1, 2, 3, 4].map((token) => c.stackHas(token))).toEqual([true, true, true, true, false]);
  });

  it('can be reset for shorter and longer sentences', () => {
    const c = new Configuration(3, true);
    for (const n of [2, 5, 0, 4]) {
      c.reset(n);
      expect(contents(c)).toEqual(contents(new Configuration(n, true)));
      for (let i = 0; i < n; i++) arcHybrid.apply(c, 0);
      for (let i = 0; i < n; i++) arcHybrid.apply(c, 2);
      expect([...c.heads.slice(0, n + 1)]).toEqual(Array.from({ length: n + 1 }, (_, i) => i - 1));
      expect(c.isTerminal).toBe(true);
    }
  });
});
