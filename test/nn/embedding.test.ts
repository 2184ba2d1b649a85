import { describe, expect, it } from 'vitest';
import type { Arena } from '../../src/engine/arena.js';
import { Random } from '../../src/engine/random.js';
import { Embedding } from '../../src/nn/embedding.js';
import { beside, columns, expectClose, fill, randomMatrix, tensorOf } from '../support/matrices.js';
import { network } from '../support/network.js';
import { embedding } from '../support/reference/embedding.js';

function integers(arena: Arena, values: readonly number[]) {
  const tensor = arena.scratchIntegers([values.length]);
  tensor.set(values);
  return tensor;
}

describe('embedding', () => {
  const random = new Random(1);
  const build = () =>
    network((parameters) => ({
      words: new Embedding(parameters, 'words', 9, 5),
      tags: new Embedding(parameters, 'tags', 4, 3),
      vectors: parameters.within('frozen', () => new Embedding(parameters, 'vectors', 6, 2)),
    }));

  it('fills its columns of the input and gathers the gradients of repeated rows', () => {
    const { arena, layers } = build();
    const { words, tags, vectors } = layers;
    const tables = [words, tags, vectors].map(({ table }) => {
      const [rows, width] = table.shape;
      const matrix = randomMatrix(random, rows, width);
      fill(table.value, matrix);
      return matrix;
    });
    const ids = [
      [8, 0, 3, 3, 8],
      [1, 1, 1, 0, 3],
      [5, 0, 2, 2, 1],
    ];
    const dOutput = randomMatrix(random, 5, 10);
    const expected = tables.map((table, t) => embedding(table, ids[t]));
    const output = arena.scratch([5, 10]);
    const passes = [
      words.forward(integers(arena, ids[0]), output, 0),
      tags.forward(integers(arena, ids[1]), output, 5),
      vectors.forward(integers(arena, ids[2]), output, 8),
    ];
    expectClose(output, beside(...expected.map((pass) => pass.output)));

    for (const pass of passes) pass.backward(tensorOf(arena, dOutput));
    expectClose(words.table.gradient.rows, expected[0].backward(columns(dOutput, 0, 5)).table);
    expectClose(tags.table.gradient.rows, expected[1].backward(columns(dOutput, 5, 8)).table);
    expect(words.table.gradient.useTouched((rows) => [...rows])).toEqual([8, 0, 3]);
    expect(tags.table.gradient.useTouched((rows) => [...rows])).toEqual([1, 0, 3]);

    words.table.gradient.clear();
    expect(words.table.gradient.count).toBe(0);
    expect([...words.table.gradient.rows.copy()].every((x) => x === 0)).toBe(true);
  });

  it('refuses an id that the table does not have', () => {
    const { arena, layers } = build();
    const output = arena.scratch([2, 5]);
    for (const id of [-1, 9]) {
      expect(() => layers.words.forward(integers(arena, [0, id]), output, 0)).toThrow(
        `"words" has 9 rows and none numbered ${id}.`,
      );
    }
  });
});
