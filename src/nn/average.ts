// A running average of the weights: more stable than the weights of any single step, and often better.
import type { Tensor } from '../engine/tensor.js';
import { type Parameters, restoreTensor } from './parameters.js';

export class Average {
  #parameters: Parameters;
  #share: number;
  #steps = 0;
  /** Laid out like the trained values. */
  #values: Tensor;

  /** `share` is the weight of the previous average in each new one. */
  constructor(parameters: Parameters, share: number) {
    const { engine, name, trainedSize } = parameters;
    this.#parameters = parameters;
    this.#share = share;
    this.#values = engine.arena.tensor([trainedSize], `${name}.average`);
  }

  /** Adds the weights of a step to the average. */
  add(): void {
    const { engine, pointer, trainedSize } = this.#parameters;
    // The share starts small, because early weights are poor and must be forgotten quickly.
    const share = Math.min(this.#share, this.#steps / (this.#steps + 9));
    this.#steps++;
    engine.kernels.scale(trainedSize, share, this.#values.pointer);
    engine.kernels.axpy(trainedSize, 1 - share, pointer, this.#values.pointer);
  }

  /** Replaces the weights with the average while `work` runs. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const { engine, pointer, trainedSize } = this.#parameters;
    const weights = engine.arena.view(pointer, [trainedSize]);
    const kept = weights.copy();
    engine.kernels.copy(trainedSize, this.#values.pointer, pointer);
    try {
      return await work();
    } finally {
      weights.set(kept);
    }
  }

  /** Copies of the average by name. */
  save(): Map<string, Float32Array> {
    return new Map([
      ['average.steps', Float32Array.of(this.#steps)],
      ['average.values', this.#values.copy()],
    ]);
  }

  restore(saved: ReadonlyMap<string, Float32Array>): void {
    this.#steps = saved.get('average.steps')?.[0] ?? 0;
    restoreTensor(this.#values, 'average.values', saved);
  }
}
