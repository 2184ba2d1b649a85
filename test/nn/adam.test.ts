import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.js';
import { Random } from '../../src/engine/random.js';
import { Adam, constant, exponentialDecay, linearWarmup, updateDense } from '../../src/nn/adam.js';
import { Embedding } from '../../src/nn/embedding.js';
import { Linear } from '../../src/nn/linear.js';
import { Parameters } from '../../src/nn/parameters.js';
import { expectClose, matrixOf, randomMatrix, tensorOf } from '../support/matrices.js';
import { type AdamState, adamStep } from '../support/reference/adam.js';
import { dot, type Matrix } from '../support/reference/matrix.js';

const ROWS = 6;
const COLUMNS = 3;

/** A layer and a table, the first Adam step of which sees the given gradients. */
function create(clip: number, rate = constant(0.1)) {
  const engine = createEngine();
  const parameters = new Parameters(engine);
  const table = new Embedding(parameters, 'table', ROWS, COLUMNS).table;
  const { weight } = new Linear(parameters, 'layer', 5, 7);
  parameters.allocate();
  parameters.initialize(new Random(1));
  const adam = new Adam(parameters, rate, { clip });

  const step = (dWeight: Matrix, ids: number[], dRows: Matrix, divisor: number): number =>
    engine.arena.scope(() => {
      weight.gradient.set(dWeight.flatMap((row) => [...row]));
      const indices = engine.arena.scratchIntegers([ids.length]);
      indices.set(ids);
      table.gradient.add(indices, tensorOf(engine.arena, dRows).pointer, COLUMNS);
      return adam.step(divisor);
    });
  return { parameters, adam, weight, table, step };
}

/** The gradients of a few steps. */
function gradients(count: number) {
  const random = new Random(2);
  return Array.from({ length: count }, (_, i) => ({
    dWeight: randomMatrix(random, 5, 7),
    ids: [[0, 3], [3, 5, 5], [1], [0, 5]][i % 4],
    dRows: randomMatrix(random, [2, 3, 1, 2][i % 4], COLUMNS),
    divisor: 1 + i,
  }));
}

describe('Adam', () => {
  it.each([1000, 1.5])(
    'matches the reference on dense and sparse gradients, clipped at a norm of %d',
    (clip) => {
      const { weight, table, step } = create(clip);
      const state = (size: number): AdamState => ({
        step: 0,
        mean: new Float64Array(size),
        variance: new Float64Array(size),
      });
      const weightValues = Float64Array.from(weight.value.copy());
      const weightState = state(weightValues.length);
      const rowValues = matrixOf(table.value);
      const rowStates = rowValues.map(() => state(COLUMNS));

      gradients(8).forEach(({ dWeight, ids, dRows, divisor }, steps) => {
        const dense = Float64Array.from(dWeight.flatMap((row) => [...row]));
        const sparse = new Map<number, Float64Array>();
        ids.forEach((id, i) => {
          sparse.set(
            id,
            (sparse.get(id) ?? new Float64Array(COLUMNS)).map((x, c) => x + dRows[i][c]),
          );
        });
        const squares = [dense, ...sparse.values()].map((row) => dot(row, row));
        const norm = Math.sqrt(squares.reduce((sum, x) => sum + x, 0)) / divisor;
        const factor = Math.min(1, clip / norm) / divisor;
        const scaled = (row: Float64Array) => row.map((x) => x * factor);
        adamStep(weightValues, scaled(dense), weightState, 0.1);
        for (const [id, row] of sparse) {
          rowStates[id].step = steps;
          adamStep(rowValues[id], scaled(row), rowStates[id], 0.1);
        }
        expect(step(dWeight, ids, dRows, divisor)).toBeCloseTo(norm, 4);
      });
      expectClose([Float64Array.from(weight.value.copy())], [weightValues]);
      expectClose(table.value, rowValues);
    },
  );

  it('clears the gradients and leaves rows without one as they were', () => {
    const { parameters, weight, table, step } = create(5);
    const before = table.value.copy();
    const [first] = gradients(1);
    step(first.dWeight, first.ids, first.dRows, 1);
    expect([...weight.gradient.copy(), ...table.gradient.rows.copy()].every((x) => x === 0)).toBe(true);
    expect(parameters.gradients.norm()).toBe(0);
    const moved = Array.from({ length: ROWS }, (_, row) =>
      table.value
        .copy()
        .subarray(row * COLUMNS, (row + 1) * COLUMNS)
        .some((x, c) => x !== before[row * COLUMNS + c]),
    );
    expect(moved).toEqual([true, false, false, true, false, false]);
  });

  it('goes on from what was saved to the same bytes', () => {
    const schedule = exponentialDecay(0.1, 0.5, 2);
    const [whole, first, second] = [create(5, schedule), create(5, schedule), create(5, schedule)];
    const steps = gradients(6);
    for (const g of steps) whole.step(g.dWeight, g.ids, g.dRows, g.divisor);
    for (const g of steps.slice(0, 3)) first.step(g.dWeight, g.ids, g.dRows, g.divisor);
    second.parameters.restore(first.parameters.save());
    second.adam.restore(first.adam.save());
    for (const g of steps.slice(3)) second.step(g.dWeight, g.ids, g.dRows, g.divisor);
    expect(second.parameters.save()).toEqual(whole.parameters.save());
    expect(second.adam.save()).toEqual(whole.adam.save());
  });

  it('refuses a gradient that is not finite, before it spoils the values', () => {
    const { parameters, weight, adam } = create(5);
    const before = parameters.save();
    weight.gradient.set([Number.NaN], 3);
    expect(() => adam.step()).toThrow("The gradient's norm is NaN at step 0: try a lower learning rate.");
    expect(parameters.save()).toEqual(before);
  });
});

describe('groups of parameters', () => {
  /** Each parameter after two steps with gradients of 1, in as many slices. */
  function learned(slices: number, weightDecay = 0): Map<string, number[]> {
    const parameters = new Parameters(createEngine());
    const declare = (name: string) => {
      const { weight, bias } = new Linear(parameters, `${name} layer`, 2, 3);
      return [weight, bias, new Embedding(parameters, `${name} table`, 4, 2).table];
    };
    declare('new');
    parameters.within('pretrained', () => declare('pretrained'));
    parameters.within('pretrained', () => parameters.within('frozen', () => declare('frozen')));
    parameters.allocate();
    for (const { value } of parameters.all) value.fill(1);
    const adam = new Adam(parameters, constant(0.1), { pretrained: constant(0.01), clip: 1e9, weightDecay });
    const { engine, denseSize } = parameters;
    for (let step = 0; step < 2; step++) {
      for (const { gradient } of parameters.dense) gradient.fill(1);
      for (const { gradient } of parameters.tables) {
        const rows = engine.arena.scratchIntegers([2]);
        rows.set([3, 1]);
        const ones = engine.arena.scratch([2, 2]);
        ones.fill(1);
        gradient.add(rows, ones.pointer, 2);
      }
      const update = adam.begin(parameters.gradients.norm(), 1);
      for (let slice = 0; slice < slices; slice++) {
        const [from, to] = [slice, slice + 1].map((at) => Math.round((at * denseSize) / slices));
        updateDense(parameters, update, from, to);
      }
      adam.end(update);
      expect(parameters.gradients.norm()).toBe(0);
    }
    return new Map(parameters.all.map(({ name, value }) => [name, [...value.copy()]]));
  }

  it('learn at their own rates, and frozen ones not at all', () => {
    // With equal gradients each step of Adam is the rate.
    for (const [name, values] of learned(1)) {
      const moved = name.startsWith('new') ? 0.8 : name.startsWith('pretrained') ? 0.98 : 1;
      const expected = name.endsWith('table')
        ? [1, 1, moved, moved, 1, 1, moved, moved]
        : values.map(() => moved);
      for (const [at, value] of values.entries()) expect(value, name).toBeCloseTo(expected[at], 5);
    }
  });

  it('decay apart from the gradients, but for biases', () => {
    const [decayed, plain] = [learned(1, 0.5), learned(1)];
    const [rate, decay] = [0.1, 0.5];
    const expected = (1 - rate * decay) * (1 - rate * decay - rate) - rate;
    expect(decayed.get('new layer.weight')?.[0]).toBeCloseTo(expected, 5);
    expect(decayed.get('new table')?.[2]).toBeCloseTo(expected, 5);
    expect(decayed.get('new table')?.[0]).toBe(1);
    for (const [name, values] of plain) {
      const keeps = /bias|frozen/.test(name);
      expect(String(decayed.get(name)) === String(values), name).toBe(keeps);
    }
  });

  it.each([2, 3, 7])('are the same to the byte in %i slices', (slices) => {
    expect(learned(slices, 0.5)).toEqual(learned(1, 0.5));
  });
});

describe('schedules', () => {
  const rates = (schedule: (step: number) => number) => [0, 1, 2, 3, 4, 5].map(schedule);

  it('are constant, decay, or warm up and then decay', () => {
    expect(rates(constant(0.5))).toEqual([0.5, 0.5, 0.5, 0.5, 0.5, 0.5]);
    expect(rates(exponentialDecay(1, 0.25, 2))).toEqual([1, 0.5, 0.25, 0.125, 0.0625, 0.03125]);
    expect(rates(linearWarmup(4, 2, 4))).toEqual([2, 4, 4, 2, 0, 0]);
  });
});
