import { expect, it } from 'vitest';
import { Random } from '../../src/engine/random.js';
import { Average } from '../../src/nn/average.js';
import { Linear } from '../../src/nn/linear.js';
import { expectClose, fill, matrixOf, randomMatrix } from '../support/matrices.js';
import { network } from '../support/network.js';
import type { Matrix } from '../support/reference/matrix.js';

const SHARE = 0.5;

/** The weights of so many steps, and the average after them, by hand: at first the past is steps / (steps + 9). */
function follow(steps: number) {
  const random = new Random(7);
  const made = network((parameters) => new Linear(parameters, 'layer', 2, 3));
  const { weight } = made.layers;
  const average = new Average(made.parameters, SHARE);
  let expected: Matrix = randomMatrix(random, 2, 3);
  let last = expected;
  for (let step = 0; step < steps; step++) {
    last = randomMatrix(random, 2, 3);
    fill(weight.value, last);
    average.add();
    const past = Math.min(SHARE, step / (step + 9));
    const before = expected;
    expected = last.map((row, r) => row.map((x, c) => past * before[r][c] + (1 - past) * x));
  }
  return { ...made, weight, average, expected, last };
}

it('is short at first, and then has a fixed share of the past', async () => {
  for (const steps of [1, 2, 9, 14]) {
    const { weight, average, expected, last } = follow(steps);
    await average.during(async () => expectClose(weight.value, expected, `after ${steps} steps`));
    expect(matrixOf(weight.value)).toEqual(last);
  }
});

it('gives its place back to the weights also where the work fails', async () => {
  const { weight, average, last } = follow(3);
  await expect(average.during(() => Promise.reject(new Error('work')))).rejects.toThrow('work');
  expect(matrixOf(weight.value)).toEqual(last);
});

it('goes on as it was saved', () => {
  const [first, second] = [follow(9), follow(0)];
  second.average.restore(first.average.save());
  const random = new Random(9);
  for (let step = 0; step < 3; step++) {
    const weights = randomMatrix(random, 2, 3);
    for (const { weight, average } of [first, second]) {
      fill(weight.value, weights);
      average.add();
    }
  }
  expect(second.average.save()).toEqual(first.average.save());
});
