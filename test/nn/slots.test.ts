import { describe, expect, it } from 'vitest';
import { Random } from '../../src/engine/random.js';
import { expectClose, randomMask, randomMatrix, tensorOf } from '../support/matrices.js';
import { slots } from '../support/reference/slots.js';
import { expectScorerGradients, scorer } from '../support/scorer.js';

describe('slots', () => {
  it.each([
    { inputs: 1, slots: 1, hidden: 1, outputs: 1, rows: 1, count: 1, dropout: false },
    { inputs: 5, slots: 3, hidden: 7, outputs: 4, rows: 6, count: 11, dropout: false },
    { inputs: 5, slots: 3, hidden: 7, outputs: 4, rows: 6, count: 11, dropout: true },
    { inputs: 8, slots: 4, hidden: 16, outputs: 3, rows: 9, count: 30, dropout: true },
  ])('match the reference: $count configurations of $slots slots, dropout $dropout', (shape) => {
    const { rows, count, dropout } = shape;
    const random = new Random(count);
    const { arena, layer, weights } = scorer(random, shape);
    const configurations = Array.from({ length: count }, () =>
      Array.from({ length: shape.slots }, () => random.below(rows + 1) - 1),
    );
    const sentences = randomMask(random, 2, shape.hidden);
    const sentenceOf = configurations.map(() => random.below(2));
    const encoded = randomMatrix(random, rows, shape.inputs);
    const dScores = randomMatrix(random, count, shape.outputs);
    const expected = slots(
      encoded,
      weights,
      configurations,
      dropout ? sentenceOf.map((s) => sentences[s]) : undefined,
    );

    const indices = arena.scratchIntegers([count, shape.slots]);
    indices.set(configurations.flat());
    const maskRows = arena.scratchIntegers([count]);
    maskRows.set(sentenceOf);
    const projections = layer.project(tensorOf(arena, encoded));
    const mask = dropout ? { masks: tensorOf(arena, sentences), rows: maskRows } : undefined;
    const actual = layer.score(projections, indices, mask);
    expectClose(actual.scores, expected.output);
    actual.backward(tensorOf(arena, dScores));
    const d = expected.backward(dScores);
    expectClose(projections.backward(), d.encoded);
    expectScorerGradients(layer, d);
  });

  it('score a list in parts as they score it whole', () => {
    const random = new Random(5);
    const shape = { inputs: 3, slots: 2, hidden: 5, outputs: 3 };
    const { arena, layer, parameters } = scorer(random, shape);
    const encoded = tensorOf(arena, randomMatrix(random, 4, 3));
    const dScores = randomMatrix(random, 4, 3);
    const configurations = [
      [0, 1],
      [2, -1],
      [0, 3],
      [0, 1],
    ];
    const run = (parts: number[][]) => {
      parameters.gradients.clear();
      const projections = layer.project(encoded);
      const scores = parts.map((part) => {
        const indices = arena.scratchIntegers([part.length, 2]);
        indices.set(part.flatMap((c) => configurations[c]));
        const pass = layer.score(projections, indices);
        pass.backward(
          tensorOf(
            arena,
            part.map((c) => dScores[c]),
          ),
        );
        return [...pass.scores.copy()];
      });
      return { scores: scores.flat(), gradient: [...projections.backward().copy()] };
    };
    const whole = run([[0, 1, 2, 3]]);
    const parts = run([[0], [1, 2], [3]]);
    expect(parts.scores).toEqual(whole.scores);
    parts.gradient.forEach((x, i) => {
      expect(x).toBeCloseTo(whole.gradient[i], 4);
    });
  });
});
