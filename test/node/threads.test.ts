import { afterEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../dist/engine/engine.js';
import { Random } from '../../dist/engine/random.js';
import { Adam, constant } from '../../dist/nn/adam.js';
import { createNodeEngine } from '../../dist/node/nodeEngine.js';
import { type Replica, type Replicas, startReplicas } from '../../dist/node/threads.js';

interface Task {
  sentences?: number[][];
  seed?: number;
  echo?: number;
  throws?: string;
  exits?: number;
  grows?: number;
}

const module = new URL('../support/replica.mjs', import.meta.url);
const WORDS = 40;
const open: Replicas<Task, number>[] = [];
afterEach(async () => {
  for (const replicas of open.splice(0)) await replicas.close();
});

async function start(threads: number, setup = {}) {
  const { createReplica } = (await import(module.href)) as {
    createReplica(engine: Engine, setup: object): Promise<Replica<Task, number>>;
  };
  const options = { words: WORDS, ...setup };
  const first = await createReplica(createNodeEngine({ shared: threads > 1, blas: 'wasm' }), options);
  first.parameters.initialize(new Random(1));
  const replicas = await startReplicas(first, { threads, module, setup: options, blas: 'wasm' });
  open.push(replicas);
  return { replicas, parameters: first.parameters };
}

function tasks(seed: number, count: number): Task[] {
  const random = new Random(seed);
  const sentence = () => Array.from({ length: 1 + random.below(9) }, () => random.below(WORDS));
  return Array.from({ length: count }, () => ({
    sentences: Array.from({ length: 3 }, sentence),
    seed: random.bits(),
  }));
}

/** Gradients of a batch of three tasks, dense ones and those of the table. */
async function gradientsWith(threads: number) {
  const { replicas, parameters } = await start(threads);
  // The second batch shows whether the threads' gradients of the first are gone.
  let losses: number[] = [];
  for (const seed of [5, 6]) {
    parameters.gradients.clear();
    losses = await replicas.learn(tasks(seed, 3));
  }
  const { engine, gradients, trainedSize } = parameters;
  return {
    losses,
    values: engine.arena.view(gradients.pointer, [trainedSize]).copy(),
    touched: gradients.tables[0].useTouched((rows) => [...rows].sort((a, b) => a - b)),
  };
}

describe('replicas in threads', () => {
  it('give the gradients of one, up to rounding, with two threads, three, and one too many', async () => {
    const one = await gradientsWith(1);
    const largest = Math.max(...one.values.map(Math.abs));
    expect(largest).toBeGreaterThan(0);
    for (const threads of [2, 3, 4]) {
      const several = await gradientsWith(threads);
      expect(several.touched).toEqual(one.touched);
      for (const [i, loss] of one.losses.entries()) expect(several.losses[i]).toBeCloseTo(loss, 4);
      for (let i = 0; i < one.values.length; i++) {
        expect(Math.abs(several.values[i] - one.values[i])).toBeLessThan(1e-5 * largest);
      }
    }
  });

  it('give the same bytes each time, whoever does the steps', async () => {
    const train = async (shared: boolean) => {
      const { replicas, parameters } = await start(3);
      const adam = new Adam(parameters, constant(0.05), { weightDecay: 0.1 });
      for (let step = 0; step < 5; step++) {
        // Of the last batch only one thread has a part.
        await replicas.learn(tasks(step, step === 4 ? 1 : 5));
        if (shared) await replicas.step(adam, 10);
        else adam.step(10);
        expect(parameters.gradients.norm()).toBe(0);
      }
      return parameters.save();
    };
    const [first, second, alone] = [await train(true), await train(true), await train(false)];
    expect(second).toEqual(first);
    // The norm is added up in another order, but nothing here is long enough to be clipped.
    expect(alone).toEqual(first);
    const start1 = await start(1);
    expect(first).not.toEqual(start1.parameters.save());
  });

  it('answer in the order of the tasks, however many, and see a memory that others have grown', async () => {
    const { replicas } = await start(2);
    const echoes = Array.from({ length: 7 }, (_, echo): Task => ({ echo }));
    expect(await replicas.run(echoes)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(await replicas.run([])).toEqual([]);
    const large = [1, 2].map((echo): Task => ({ echo, grows: 3_000_000 * echo }));
    expect(await replicas.run(large)).toEqual([1, 2]);
    expect(await replicas.learn(tasks(1, 2))).toHaveLength(2);
  });

  it('fail with what a thread has thrown, and stay failed', async () => {
    const { replicas } = await start(2);
    const message = 'Thread 2 failed: out of ideas';
    await expect(replicas.learn([{ echo: 1 }, { throws: 'out of ideas' }])).rejects.toThrow(message);
    await expect(replicas.learn([{ echo: 1 }, { echo: 2 }])).rejects.toThrow('Thread 2 is closed.');
  });

  it('fail with what this thread has thrown', async () => {
    const { replicas } = await start(2);
    await expect(replicas.learn([{ throws: 'out of ideas' }, { echo: 1 }])).rejects.toThrow('out of ideas');
    await expect(replicas.learn([{ echo: 1 }, { echo: 2 }])).rejects.toThrow('Thread 2 is closed.');
  });

  it('fail when a thread dies, at work or at the start', async () => {
    const { replicas } = await start(3);
    const dying = [{ echo: 1 }, { echo: 2 }, { exits: 3 }];
    await expect(replicas.run(dying)).rejects.toThrow('Thread 3 failed: it ended with exit code 3');
    await expect(start(2, { failing: true })).rejects.toThrow('Thread 2 failed: no replica today');
  });
});
