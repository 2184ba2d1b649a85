// A running average of the weights: steadier than the weights of any one step, and often better.
import type { Tensor } from '../engine/tensor.js';
import { type Parameters, restoreTensor } from './parameters.js';

export class Average {
  #parameters: Parameters;
  #share: number;
  #steps = 0;
  /** Laid out like the trained values. */
  #values: Tensor;

  /** `share` is the share of the past in each new average. */
  constructor(parameters: Parameters, share: number) {
    const { engine, name, trainedSize } = parameters;
    this.#parameters = parameters;
    this.#share = share;
    this.#values = engine.arena.tensor([trainedSize], `${name}.average`);
  }

  /** Takes the weights of a step in. */
  add(): void {
    const { engine, pointer, trainedSize } = this.#parameters;
    // The past is short at first, and soon forgotten: the first weights are far from any good.
    const share = Math.min(this.#share, this.#steps / (this.#steps + 9));
    this.#steps++;
    engine.kernels.scale(trainedSize, share, this.#values.pointer);
    engine.kernels.axpy(trainedSize, 1 - share, pointer, this.#values.pointer);
  }

  /** Puts the average in the place of the weights while `work` goes on. */
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
