import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.js';
import type { Random } from '../../src/engine/random.js';
import { readValues } from '../../src/learner/settings.js';
import { type TrainingSettings, trainingSettings } from '../../src/learner/trainingSettings.js';
import type { Adam } from '../../src/nn/adam.js';
import { Linear } from '../../src/nn/linear.js';
import { Parameters } from '../../src/nn/parameters.js';
import { type EpochRecord, type TrainingState, train } from '../../src/train/loop.js';
import { Solo } from '../../src/train/team.js';
import { matrixOf } from '../support/matrices.js';

interface Item {
  readonly n: number;
}

const items: Item[] = [{ n: 2 }, { n: 5 }, { n: 3 }];

/** A learner whose one weight falls in every step, by chance a little more or less, and whose dev scores are given. */
function create(scores: readonly number[], given: Partial<TrainingSettings> = {}, dev = items, chance = 0) {
  const parameters = new Parameters(createEngine());
  const { weight } = new Linear(parameters, 'layer', 1, 1);
  parameters.allocate();
  const weights = () => matrixOf(weight.value)[0][0];
  const measured: number[] = [];
  const draws: number[] = [];
  const learner = {
    kind: 'made up',
    settings: { ...readValues(trainingSettings, { epochs: scores.length, ...given }), select: 'score' },
    parameters,
    train(items: readonly Item[], random: Random) {
      const words = items.reduce((sum, { n }) => sum + n, 0);
      draws.push(random.uniform());
      weight.gradient.use((gradient) => {
        gradient[0] += words + chance * draws[draws.length - 1];
      });
      return { loss: 3 * words, other: 1 };
    },
    predict: (items: readonly Item[]) => items.map(({ n }) => n),
    measure(items: readonly Item[], outputs: readonly number[]) {
      expect(outputs).toEqual(items.map(({ n }) => n));
      measured.push(weights());
      return { score: scores[measured.length - 1], rest: 0 };
    },
  };
  const corpus = { train: [{ n: 3 }, { n: 1 }, { n: 2 }], dev };
  const divisors: number[] = [];
  const states: TrainingState[] = [];
  class Watched extends Solo<Item, number> {
    override step(adam: Adam, divisor: number): void {
      divisors.push(divisor);
      super.step(adam, divisor);
    }
  }
  const run = async (resume?: TrainingState) => {
    const afterEpochs: number[] = [];
    const onEpoch = (_: EpochRecord, state: () => TrainingState) => {
      afterEpochs.push(weights());
      states.push(state());
    };
    const result = await train(learner, corpus, new Watched(learner, corpus), { onEpoch, resume });
    return { ...result, afterEpochs };
  };
  return { run, learner, weights, measured, draws, divisors, states };
}

describe('the training loop', () => {
  it('keeps the epoch with the best dev score, of equal ones the first', async () => {
    const { run, weights, measured } = create([50, 70, 60, 70, 40]);
    const { records, best } = await run();
    expect(records.map(({ epoch, score }) => [epoch, score])).toEqual([
      [1, 50],
      [2, 70],
      [3, 60],
      [4, 70],
      [5, 40],
    ]);
    expect(best).toBe(records[1]);
    expect(new Set(measured).size).toBe(5);
    expect(weights()).toBe(measured[1]);
  });

  it.each([
    { patience: 1, epochs: 2 },
    { patience: 2, epochs: 5 },
    { patience: 3, epochs: 6 },
    { patience: 0, epochs: 8 },
  ])(
    'stops after $patience epochs without a better one, that is after $epochs',
    async ({ patience, epochs }) => {
      const { run } = create([50, 50, 60, 60, 55, 54, 53, 52], { patience });
      expect((await run()).records.length).toBe(epochs);
    },
  );

  it('keeps the last epoch where there is no dev set', async () => {
    const { run, weights } = create([0, 0, 0], { patience: 1 }, []);
    const { best, afterEpochs, records } = await run();
    expect(records.length).toBe(3);
    expect(best.epoch).toBe(3);
    expect(weights()).toBe(afterEpochs[2]);
  });

  it('sums the losses up per word', async () => {
    const { run } = create([1], { batchWords: 3 });
    const { records } = await run();
    // 6 words; three batches at the most, each of at least 3 words but the last.
    expect(records[0].loss).toBe(3);
    expect(records[0].other).toBe(2 / 6);
  });

  it('goes through a batch in parts that add up', async () => {
    const [whole, parts] = [{}, { accumulation: 2 }].map((given) =>
      create([1, 2], { batchWords: 100, ...given }),
    );
    const [expected, actual] = [await whole.run(), await parts.run()];
    expect(actual.afterEpochs).toEqual(expected.afterEpochs);
    expect(actual.records[0].loss).toBe(expected.records[0].loss);
    // Both parts have been counted.
    expect([expected.records[0].other, actual.records[0].other]).toEqual([1 / 6, 2 / 6]);
  });

  it.each([
    { pairCost: undefined, sizes: [2, 2] },
    { pairCost: 1, sizes: [1, 3] },
  ])('divides a batch by what a pair of words costs: $pairCost', async ({ pairCost, sizes }) => {
    const corpus = { train: [{ n: 4 }, { n: 2 }, { n: 2 }, { n: 1 }], dev: [] };
    const learner = { ...create([1], { batchWords: 100, accumulation: 2 }).learner, pairCost };
    const taken: number[] = [];
    class Watched extends Solo<Item, number> {
      override train(shares: readonly (readonly number[])[], seeds: readonly number[]) {
        taken.push(...shares.map((share) => share.length));
        return super.train(shares, seeds);
      }
    }
    await train(learner, corpus, new Watched(learner, corpus));
    expect(taken).toEqual(sizes);
  });

  it('lets the learning rate rise and fall, or decay', async () => {
    // Equal gradients: each of Adam's steps is as long as the rate.
    const stepsOf = async (given: Partial<TrainingSettings>) => {
      const { afterEpochs } = await create([1, 2, 3, 4], {
        batchWords: 100,
        learningRate: 0.5,
        ...given,
      }).run();
      return afterEpochs.map((weight, at) => Number(((afterEpochs[at - 1] ?? 0) - weight).toFixed(5)));
    };
    expect(await stepsOf({ warmup: 0.5 })).toEqual([0.25, 0.5, 0.5, 0.25]);
    expect(await stepsOf({ decay: 0.5 })).toEqual([0.5, 0.25, 0.125, 0.0625]);
    // Each weight shrinks by a quarter before its step.
    expect(await stepsOf({ weightDecay: 0.5 })).toEqual([0.5, 0.375, 0.28125, 0.21094]);
  });

  it('measures and keeps the average of the weights, and learns on from the weights', async () => {
    const plain = create([1, 2, 3], { batchWords: 100 });
    const { afterEpochs } = await plain.run();
    const averaged = create([1, 2, 3], { batchWords: 100, average: 0.9 });
    const result = await averaged.run();
    // One batch per epoch: the share of the past is 0, 1/10 and 2/11.
    expect(result.afterEpochs).toEqual(afterEpochs);
    const [a, b, c] = afterEpochs;
    const second = a / 10 + (9 * b) / 10;
    const third = (2 * second) / 11 + (9 * c) / 11;
    for (const [at, expected] of [a, second, third].entries()) {
      expect(averaged.measured[at]).toBeCloseTo(expected, 7);
    }
    expect(averaged.weights()).toBe(averaged.measured[2]);
  });

  it('divides the gradients of a batch by its words', async () => {
    const { run, divisors } = create([1, 2], { batchWords: 3 });
    await run();
    // All 6 words in each epoch, and no batch but the last with fewer than 3.
    expect(divisors.reduce((sum, words) => sum + words, 0)).toBe(12);
    for (const words of divisors) expect([1, 2, 3, 4, 5]).toContain(words);
  });

  it('gives each part of a batch its own chance', async () => {
    const { run, draws } = create([1, 2], { batchWords: 100, accumulation: 3 });
    await run();
    expect(draws.length).toBe(6);
    expect(new Set(draws).size).toBe(6);
  });

  it('goes on from a state as it would have gone on', async () => {
    const settings = { batchWords: 2, average: 0.9, learningRate: 0.1, epochs: 4 };
    const whole = create([1, 2, 3, 2], settings, items, 50);
    const expected = await whole.run();
    const resumed = create([3, 2], settings, items, 50);
    const actual = await resumed.run(whole.states[1]);
    expect(actual.afterEpochs).toEqual(expected.afterEpochs.slice(2));
    expect(resumed.measured).toEqual(whole.measured.slice(2));
    expect(actual.best.epoch).toBe(3);
    expect(resumed.weights()).toBe(whole.weights());
  });
});
