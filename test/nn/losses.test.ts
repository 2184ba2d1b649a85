import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.js';
import { crossEntropy, excluded, hinge, right, wrong } from '../../src/nn/losses.js';
import { expectClose, tensorOf } from '../support/matrices.js';
import * as reference from '../support/reference/losses.js';
import type { Matrix } from '../support/reference/matrix.js';

const engine = createEngine();
const { arena } = engine;
const score = fc.float({ min: -30, max: 30, noNaN: true });
const rows = (extra: (classes: number) => fc.Arbitrary<number[]>) =>
  fc.integer({ min: 1, max: 7 }).chain((classes) =>
    fc.array(
      fc.record({
        scores: fc.array(score, { minLength: classes, maxLength: classes }),
        extra: extra(classes),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  );

describe('losses', () => {
  it('hinge matches the reference', () => {
    const statuses = (classes: number) =>
      fc.array(fc.constantFrom(wrong, right, excluded), { minLength: classes, maxLength: classes });
    fc.assert(
      fc.property(rows(statuses), (cases) => {
        const matrix: Matrix = cases.map(({ scores }) => Float64Array.from(scores));
        const expected = matrix.map((row, r) => reference.hinge(row, cases[r].extra));
        const actual = hinge(
          engine,
          tensorOf(arena, matrix),
          cases.flatMap(({ extra }) => extra),
        );
        expect(actual.loss).toBeCloseTo(
          expected.reduce((sum, { loss }) => sum + loss, 0),
          4,
        );
        expectClose(
          actual.gradient,
          expected.map(({ gradient }) => gradient),
        );
      }),
    );
  });

  it('hinge is 0 from a margin of 1 on, and for rows without a right or a wrong class', () => {
    const scores = tensorOf(arena, [
      Float64Array.of(2, 1),
      Float64Array.of(2, 5),
      Float64Array.of(2, 1.5),
      Float64Array.of(2, 9),
    ]);
    const { loss, gradient } = hinge(engine, scores, [
      right,
      wrong,
      right,
      right,
      right,
      wrong,
      right,
      excluded,
    ]);
    expect(loss).toBe(0.5);
    expect([...gradient.copy()]).toEqual([0, 0, 0, 0, -1, 1, 0, 0]);
  });

  it('cross-entropy matches the reference', () => {
    fc.assert(
      fc.property(
        rows((classes) => fc.tuple(fc.integer({ min: 0, max: classes - 1 }))),
        (cases) => {
          const matrix: Matrix = cases.map(({ scores }) => Float64Array.from(scores));
          const gold = cases.map(({ extra }) => extra[0]);
          const expected = matrix.map((row, r) => reference.crossEntropy(row, gold[r]));
          const actual = crossEntropy(engine, tensorOf(arena, matrix), gold);
          expect(actual.loss).toBeCloseTo(
            expected.reduce((sum, { loss }) => sum + loss, 0),
            3,
          );
          expected
            .flatMap(({ gradient }) => [...gradient])
            .forEach((x, i) => {
              expect(actual.gradient.copy()[i]).toBeCloseTo(x, 5);
            });
        },
      ),
    );
  });
});
