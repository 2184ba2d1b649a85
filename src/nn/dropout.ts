// Dropout masks: 0 where a unit is dropped, else 1 / (1 − rate), so that nothing has to be scaled when parsing.
import type { Arena } from '../engine/arena.js';
import type { Engine } from '../engine/engine.js';
import type { Random } from '../engine/random.js';
import type { Tensor } from '../engine/tensor.js';

/** A fresh mask in the scratch, or none where nothing is dropped. */
export function dropoutMask(
  arena: Arena,
  random: Random,
  shape: readonly number[],
  rate: number,
): Tensor | undefined {
  if (rate === 0) return undefined;
  const mask = arena.scratch(shape);
  mask.use((values) => random.bernoulli(values, 1 - rate, 1 / (1 - rate)));
  return mask;
}

/** y = x · mask, with one mask for all calls; y may be x. Returns y. */
export type Drop = (x: Tensor, y: Tensor) => Tensor;

/** Dropout whose mask is drawn anew from its seed at each call, so that it takes no memory; none where nothing is dropped. */
export function drawDropout({ kernels }: Engine, rate: number, random: Random | undefined): Drop | undefined {
  if (rate === 0 || !random) return undefined;
  const seed = random.bits();
  return (x, y) => {
    kernels.dropout(x.size, seed, rate, x.pointer, y.pointer);
    return y;
  };
}
