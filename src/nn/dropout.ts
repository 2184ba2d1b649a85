// Dropout masks: 0 for dropped units, 1 / (1 − rate) for the others, so that parsing needs no scaling.
import type { Arena } from '../engine/arena.js';
import type { Engine } from '../engine/engine.js';
import type { Random } from '../engine/random.js';
import type { Tensor } from '../engine/tensor.js';

/** Returns a new mask in scratch memory, or undefined if the rate is 0. */
export function dropoutMask(
  arena: Arena,
  random: Random,
  shape: readonly number[],
  rate: number,
): Tensor | undefined {
  if (rate === 0) return undefined;
  const mask = arena.scratch(shape);
  mask.use((values) => draw(values, random, rate));
  return mask;
}

/** The same for the rows of a batch's sentences, all rows of a sentence alike: [sum of lengths, units]. */
export function sentenceMask(
  arena: Arena,
  random: Random,
  lengths: readonly number[],
  units: number,
  rate: number,
): Tensor | undefined {
  if (rate === 0) return undefined;
  const mask = arena.scratch([lengths.reduce((sum, length) => sum + length, 0), units]);
  mask.use((values) => {
    let start = 0;
    for (const length of lengths) {
      const end = start + units;
      draw(values.subarray(start, end), random, rate);
      for (let row = 1; row < length; row++) values.copyWithin(start + row * units, start, end);
      start += length * units;
    }
  });
  return mask;
}

function draw(values: Float32Array, random: Random, rate: number): void {
  random.bernoulli(values, 1 - rate, 1 / (1 - rate));
}

/** x · mask in scratch memory, or x itself without a mask. */
export function masked({ arena, kernels }: Engine, x: Tensor, mask: Tensor | undefined): Tensor {
  if (!mask) return x;
  const y = arena.scratch(x.shape);
  kernels.multiply(x.size, x.pointer, mask.pointer, y.pointer);
  return y;
}

/** y = x · mask, with one mask for all calls; y may be x. Returns y. */
export type Drop = (x: Tensor, y: Tensor) => Tensor;

/** Dropout that regenerates its mask from a seed at each call, to save memory; undefined if nothing is dropped. */
export function drawDropout({ kernels }: Engine, rate: number, random: Random | undefined): Drop | undefined {
  if (rate === 0 || !random) return undefined;
  const seed = random.bits();
  return (x, y) => {
    kernels.dropout(x.size, seed, rate, x.pointer, y.pointer);
    return y;
  };
}
