import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isProjective } from '../../src/tree/projectivity.js';
import { deprojectivize, projectivize } from '../../src/tree/pseudoProjective.js';
import { dominates, isTree } from '../../src/tree/tree.js';
import { allTrees, anyTree } from '../support/trees.js';

/** A hearing is scheduled on the issue today: `on the issue` depends on `hearing` across `is scheduled`. */
const hearing = {
  heads: Int32Array.of(-1, 2, 4, 4, 0, 7, 7, 2, 4),
  labels: ['', 'det', 'nsubj:pass', 'aux:pass', 'root', 'case', 'det', 'nmod', 'obl:tmod'],
};

const anyLabeledTree = (maxLength: number, labelCount: number) =>
  anyTree(maxLength).chain((heads) => {
    const label = fc.nat(labelCount - 1).map((number) => `label${number}`);
    return fc.record({
      heads: fc.constant(heads),
      labels: fc.array(label, { minLength: heads.length, maxLength: heads.length, size: 'max' }),
    });
  });

describe('lifting', () => {
  it('moves a dependent up until it crosses nothing, and keeps the label of its head', () => {
    const { heads, labels, lifted } = projectivize(hearing.heads, hearing.labels);
    expect(heads).toEqual(Int32Array.of(-1, 2, 4, 4, 0, 7, 7, 4, 4));
    expect(labels).toEqual(hearing.labels.with(7, 'nmod|nsubj:pass'));
    expect(lifted).toBe(1);
  });

  it('takes the shortest arc first', () => {
    // 1→3, 4→1 and 1→5 all pass over the root word 2. Taken in that order, 3 finds a head in 4 and 5 only in 2; any
    // other order ends in another tree.
    const { heads, lifted } = projectivize(Int32Array.of(-1, 4, 0, 1, 2, 1), ['', 'a', 'b', 'c', 'd', 'e']);
    expect(heads).toEqual(Int32Array.of(-1, 2, 0, 4, 2, 2));
    expect(lifted).toBe(3);
  });

  it('says which of several matches is meant, where it is not the first', () => {
    // Word 5 hangs on 1 or on 2, which have one label; both arcs would cross the arc from ROOT to 4, and 2 is closer.
    const labels = ['', 'nmod', 'nmod', 'punct', 'root', 'conj'];
    expect(projectivize(Int32Array.of(-1, 4, 4, 4, 0, 2), labels).labels[5]).toBe('conj|nmod');
    expect(projectivize(Int32Array.of(-1, 4, 4, 4, 0, 1), labels).labels[5]).toBe('conj|nmod|2');
  });

  it('leaves a projective tree alone and makes any other one so, raising words to their ancestors only', () => {
    for (let n = 1; n <= 6; n++) {
      for (const heads of allTrees(n)) {
        const labels = Array.from(heads, (_, word) => `label${word}`);
        const result = projectivize(heads, labels);
        const raised = [...heads.keys()].filter((word) => result.heads[word] !== heads[word]);
        if (!isProjective(result.heads)) expect.fail(`${heads} became ${result.heads}`);
        if (isProjective(heads) !== (raised.length === 0)) expect.fail(`${heads} became ${result.heads}`);
        if (!raised.every((word) => dominates(heads, result.heads[word], heads[word])))
          expect.fail(`${heads}`);
        const expected = labels.map((label, i) => (raised.includes(i) ? `${label}|label${heads[i]}` : label));
        if (result.labels.join() !== expected.join()) expect.fail(`${heads} got the labels ${result.labels}`);
        if (result.lifted !== raised.length) expect.fail(`${heads} counts ${result.lifted} lifts`);
      }
    }
  });

  it('needs a tree, and labels without the separator', () => {
    expect(() => projectivize(Int32Array.of(-1, 2, 1), ['', 'a', 'b'])).toThrow('do not form a tree');
    expect(() => projectivize(Int32Array.of(-1, 0), ['', 'a|b'])).toThrow(
      'The label a|b must not contain |.',
    );
  });
});

describe('the inverse of lifting', () => {
  it('restores every tree of up to 6 words, even if all words have one label', () => {
    for (let n = 1; n <= 6; n++) {
      for (const heads of allTrees(n)) {
        const labels = Array.from(heads, () => 'same');
        const lifted = projectivize(heads, labels);
        const restored = deprojectivize(lifted.heads, lifted.labels);
        if (restored.heads.join() !== heads.join()) expect.fail(`${heads} became ${restored.heads}`);
        if (restored.labels.join() !== labels.join())
          expect.fail(`${heads} got the labels ${restored.labels}`);
      }
    }
  });

  it('restores longer trees with any labels', () => {
    fc.assert(
      fc.property(anyLabeledTree(25, 4), ({ heads, labels }) => {
        const lifted = projectivize(heads, labels);
        expect(deprojectivize(lifted.heads, lifted.labels)).toEqual({ heads, labels });
      }),
    );
  });

  it('makes a tree with plain labels of whatever a parser predicts', () => {
    const anyPrediction = anyLabeledTree(12, 3).chain(({ heads, labels }) =>
      fc.record({
        heads: fc.constant(heads),
        labels: fc.tuple(
          ...labels.map((label) =>
            fc.constantFrom('', '|label1', '|label2|2', '|other').map((end) => label + end),
          ),
        ),
      }),
    );
    fc.assert(
      fc.property(anyPrediction, ({ heads, labels }) => {
        const restored = deprojectivize(heads, labels);
        expect(isTree(restored.heads)).toBe(true);
        expect(restored.labels).toEqual(labels.map((label) => label.replace(/\|.*/, '')));
        labels.forEach((label, word) => {
          if (/\|other$|^[^|]*$/.test(label)) expect(restored.heads[word]).toBe(heads[word]);
        });
      }),
    );
  });

  it('needs a tree', () => {
    expect(() => deprojectivize(Int32Array.of(-1, 2, 1), ['', 'a', 'b'])).toThrow('do not form a tree');
  });
});
