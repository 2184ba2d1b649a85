// Adam over all parameters, with the gradient's norm clipped, and the schedules of its learning rate.
import type { Tensor } from '../engine/tensor.js';
import { type Parameters, restoreTensor } from './parameters.js';

/** The learning rate of a step, of which the first is 0. */
export type Schedule = (step: number) => number;

export const constant =
  (rate: number): Schedule =>
  () =>
    rate;

/** Falls by `factor` in every `steps` steps, smoothly. */
export const exponentialDecay =
  (rate: number, factor: number, steps: number): Schedule =>
  (step) =>
    rate * factor ** (step / steps);

/** Rises evenly over the first `warmup` steps, then falls evenly to 0 at `steps`. */
export const linearWarmup =
  (rate: number, warmup: number, steps: number): Schedule =>
  (step) =>
    rate * Math.min((step + 1) / warmup, Math.max(0, (steps - step) / (steps - warmup)));

export interface AdamOptions {
  beta1?: number;
  beta2?: number;
  epsilon?: number;
  /** Longer gradients are shortened to this norm. */
  clip?: number;
}

export class Adam {
  #parameters: Parameters;
  #schedule: Schedule;
  #options: Required<AdamOptions>;
  #steps = 0;
  /** Running means of the gradients and of their squares, laid out like the trained values. */
  #mean: Tensor;
  #variance: Tensor;

  constructor(parameters: Parameters, schedule: Schedule, options: AdamOptions = {}) {
    const { engine, name, trainedSize } = parameters;
    this.#parameters = parameters;
    this.#schedule = schedule;
    this.#options = { beta1: 0.9, beta2: 0.999, epsilon: 1e-8, clip: 5, ...options };
    this.#mean = engine.arena.tensor([trainedSize], `${name}.mean`);
    this.#variance = engine.arena.tensor([trainedSize], `${name}.variance`);
  }

  /** Steps taken so far. */
  get steps(): number {
    return this.#steps;
  }

  /** One step down the gradients divided by `divisor`, say the words of the batch; clears them, returns their norm. */
  step(divisor = 1): number {
    const { engine, gradients, pointer, denseSize } = this.#parameters;
    const { beta1, beta2, epsilon, clip } = this.#options;
    const norm = gradients.norm() / divisor;
    if (!Number.isFinite(norm)) {
      throw new Error(`The gradient's norm is ${norm} at step ${this.#steps}: try a lower learning rate.`);
    }
    const rate = this.#schedule(this.#steps++);
    const correction1 = 1 - beta1 ** this.#steps;
    const correction2 = 1 - beta2 ** this.#steps;
    const factor = Math.min(1, clip / norm) / divisor;
    const numbers = [rate, beta1, beta2, epsilon, correction1, correction2, factor, 0] as const;
    const [mean, variance] = [this.#mean.pointer, this.#variance.pointer];
    engine.kernels.adam(denseSize, pointer, gradients.pointer, mean, variance, ...numbers);
    // Rows without a gradient rest, and so do their means: else every step would have to pass over the whole table.
    for (const { count, indices, rows, table } of gradients.tables) {
      engine.kernels.adamRows(
        count,
        table.shape[1],
        indices,
        table.value.pointer,
        rows.pointer,
        mean + 4 * table.offset,
        variance + 4 * table.offset,
        ...numbers,
      );
    }
    gradients.clear();
    return norm;
  }

  /** Copies of the optimizer's state by name. */
  save(): Map<string, Float32Array> {
    const saved = new Map<string, Float32Array>([['adam.steps', Float32Array.of(this.#steps)]]);
    for (const [name, tensor] of this.#views()) saved.set(name, tensor.copy());
    return saved;
  }

  restore(saved: ReadonlyMap<string, Float32Array>): void {
    const steps = saved.get('adam.steps');
    if (!steps) throw new Error('The optimizer\'s "adam.steps" is missing.');
    this.#steps = steps[0];
    for (const [name, tensor] of this.#views()) restoreTensor(tensor, name, saved);
  }

  #views(): [string, Tensor][] {
    const { engine, dense, trainedTables } = this.#parameters;
    const moments = { mean: this.#mean, variance: this.#variance };
    return Object.entries(moments).flatMap(([moment, { pointer }]) =>
      [...dense, ...trainedTables].map(({ name, offset, shape }): [string, Tensor] => [
        `adam.${moment}.${name}`,
        engine.arena.view(pointer + 4 * offset, shape),
      ]),
    );
  }
}
