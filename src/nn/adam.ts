// The Adam optimizer over all parameters, with gradient clipping, optional weight decay and learning rate schedules.
import type { Tensor } from '../engine/tensor.js';
import { type Group, type Parameters, restoreTensor } from './parameters.js';

/** The learning rate of a step; steps count from 0. */
export type Schedule = (step: number) => number;

export const constant =
  (rate: number): Schedule =>
  () =>
    rate;

/** Decays smoothly by `factor` every `steps` steps. */
export const exponentialDecay =
  (rate: number, factor: number, steps: number): Schedule =>
  (step) =>
    rate * factor ** (step / steps);

/** Rises linearly over the first `warmup` steps, then falls linearly to 0 at `steps`. */
export const linearWarmup =
  (rate: number, warmup: number, steps: number): Schedule =>
  (step) =>
    rate * Math.min((step + 1) / warmup, Math.max(0, (steps - step) / (steps - warmup)));

/** The decay rate of the gradients' means, and the constant added to the deviation that divides each step. */
const [beta1, epsilon] = [0.9, 1e-8];

export interface AdamOptions {
  /** The decay rate of the squares' means. */
  beta2?: number;
  /** Gradients with a larger norm are scaled down to this one. */
  clip?: number;
  /** Matrices and tables shrink by this fraction of the learning rate per step; biases and other vectors do not. */
  weightDecay?: number;
  /** The learning rate of pretrained parameters; by default the same as for all others. */
  pretrained?: Schedule;
}

/** The numbers of one step, as plain data for other threads. Addresses are those of all trained parameters. */
export interface Update {
  readonly gradients: number;
  readonly mean: number;
  readonly variance: number;
  readonly rates: Readonly<Record<Group, number>>;
  readonly beta2: number;
  /** 1 − beta1^t and 1 − beta2^t, where t is the number of this step, counted from 1. */
  readonly correction1: number;
  readonly correction2: number;
  /** The factor of all gradients. */
  readonly factor: number;
  readonly weightDecay: number;
}

/** Updates the dense parameters between floats `from` and `to`, and clears their gradients. */
export function updateDense(
  { engine, dense, pointer }: Parameters,
  update: Update,
  from: number,
  to: number,
): void {
  const { gradients, mean, variance } = update;
  for (const { group, shape, offset, value } of dense) {
    const start = Math.max(from, offset);
    const count = Math.min(to, offset + value.size) - start;
    if (count <= 0) continue;
    const [weights, g, m, v] = [pointer, gradients, mean, variance].map((address) => address + 4 * start);
    engine.kernels.adam(count, weights, g, m, v, ...numbersOf(update, group, shape));
    engine.kernels.fill(count, 0, g);
  }
}

function numbersOf(update: Update, group: Group, shape: readonly number[]) {
  const { rates, beta2, correction1, correction2, factor, weightDecay } = update;
  const decay = shape.length > 1 ? weightDecay : 0;
  return [rates[group], beta1, beta2, epsilon, correction1, correction2, factor, decay] as const;
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
    this.#options = {
      beta2: 0.999,
      clip: 5,
      weightDecay: 0,
      pretrained: schedule,
      ...options,
    };
    this.#mean = engine.arena.tensor([trainedSize], `${name}.mean`);
    this.#variance = engine.arena.tensor([trainedSize], `${name}.variance`);
  }

  /** Steps taken so far. */
  get steps(): number {
    return this.#steps;
  }

  /** Takes a step with the gradients divided by `divisor`, e.g. the batch's words; clears them, returns their norm. */
  step(divisor = 1): number {
    const norm = this.#parameters.gradients.norm() / divisor;
    const update = this.begin(norm, divisor);
    updateDense(this.#parameters, update, 0, this.#parameters.denseSize);
    this.end(update);
    return norm;
  }

  /** The first of a step's three parts; the second is `updateDense`, which threads share. `norm` is the gradient's. */
  begin(norm: number, divisor: number): Update {
    const { gradients } = this.#parameters;
    const { clip, pretrained, ...numbers } = this.#options;
    if (!Number.isFinite(norm)) {
      throw new Error(`The gradient's norm is ${norm} at step ${this.#steps}: try a lower learning rate.`);
    }
    const step = this.#steps++;
    return {
      ...numbers,
      gradients: gradients.pointer,
      mean: this.#mean.pointer,
      variance: this.#variance.pointer,
      rates: { new: this.#schedule(step), pretrained: pretrained(step), frozen: 0 },
      correction1: 1 - beta1 ** this.#steps,
      correction2: 1 - numbers.beta2 ** this.#steps,
      factor: Math.min(1, clip / norm) / divisor,
    };
  }

  /** The last part: the tables. Rows without a gradient and their means stay unchanged, so no step visits all rows. */
  end(update: Update): void {
    const { engine, gradients } = this.#parameters;
    for (const gradient of gradients.tables) {
      const { count, indices, rows, table } = gradient;
      engine.kernels.adamRows(
        count,
        table.shape[1],
        indices,
        table.value.pointer,
        rows.pointer,
        update.mean + 4 * table.offset,
        update.variance + 4 * table.offset,
        ...numbersOf(update, table.group, table.shape),
      );
      gradient.clear();
    }
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
    const { engine, dense, tables } = this.#parameters;
    const moments = { mean: this.#mean, variance: this.#variance };
    return Object.entries(moments).flatMap(([moment, { pointer }]) =>
      [...dense, ...tables].map(({ name, offset, shape }): [string, Tensor] => [
        `adam.${moment}.${name}`,
        engine.arena.view(pointer + 4 * offset, shape),
      ]),
    );
  }
}
