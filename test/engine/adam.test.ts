import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.js';
import { Random } from '../../src/engine/random.js';
import { expectClose, expectGuarded, placeGuarded } from '../support/tensors.js';

const engine = createEngine();
const { kernels } = engine;
const [rate, beta1, beta2, epsilon, factor, decay] = [0.01, 0.9, 0.999, 1e-8, 0.25, 0.1];

/** Adam as its paper has it, in double precision, with decoupled weight decay. */
class PlainAdam {
  #first: Float64Array;
  #second: Float64Array;
  #weights: Float64Array;

  constructor(weights: Float64Array) {
    this.#weights = weights;
    this.#first = new Float64Array(weights.length);
    this.#second = new Float64Array(weights.length);
  }

  step(time: number, gradients: Float32Array, touched: (i: number) => boolean): void {
    for (let i = 0; i < gradients.length; i++) {
      if (!touched(i)) continue;
      const gradient = factor * gradients[i];
      this.#first[i] = beta1 * this.#first[i] + (1 - beta1) * gradient;
      this.#second[i] = beta2 * this.#second[i] + (1 - beta2) * gradient ** 2;
      const first = this.#first[i] / (1 - beta1 ** time);
      const second = this.#second[i] / (1 - beta2 ** time);
      this.#weights[i] -= rate * decay * this.#weights[i] + (rate * first) / (Math.sqrt(second) + epsilon);
    }
  }
}

describe.each([1, 3, 4, 10, 33])('Adam over %i columns', (columns) => {
  const rows = 5;
  const count = rows * columns;
  const listed = [4, 0, 2];

  it.each(['all', 'listed'] as const)('steps %s rows', (which) => {
    const random = new Random(columns);
    const values = (length = count) => Float32Array.from({ length }, () => random.normal());
    const start = values();
    const weights = placeGuarded(engine, start);
    const first = placeGuarded(engine, new Float32Array(count));
    const second = placeGuarded(engine, new Float32Array(count));
    const indices = engine.arena.scratchIntegers([listed.length]);
    indices.set(listed);
    const expected = Float64Array.from(start);
    const plain = new PlainAdam(expected);
    for (let time = 1; time <= 10; time++) {
      const gradients = values();
      const places = [weights, placeGuarded(engine, gradients), first, second];
      const [w, g, m, v] = places.map((tensor) => tensor.pointer);
      const settings = [
        rate,
        beta1,
        beta2,
        epsilon,
        1 - beta1 ** time,
        1 - beta2 ** time,
        factor,
        decay,
      ] as const;
      if (which === 'all') kernels.adam(count, w, g, m, v, ...settings);
      else kernels.adamRows(listed.length, columns, indices.pointer, w, g, m, v, ...settings);
      plain.step(time, gradients, (i) => which === 'all' || listed.includes(Math.floor(i / columns)));
    }
    expectClose(weights, expected, 1e-5);
    expectGuarded(first);
    expectGuarded(second);
    const changed = weights.copy().filter((weight, i) => weight !== start[i]).length;
    expect(changed).toBe(which === 'all' ? count : listed.length * columns);
  });
});
