// Chooses how models multiply by 8-bit weights: as integers, or expanded to floats. The fastest way is measured once.
import type { Engine } from './engine.js';
import { IntegerMatrix } from './integerMatrix.js';
import { quantize } from './quantization.js';

/**
 * `fused integers` uses the relaxed dot product of 8-bit integers, `integers` the widening ones; both have the same
 * results. `floats` expands the weights when a model is loaded, and uses the provider of matrix products.
 */
export type WeightProducts = 'floats' | 'integers' | 'fused integers';

export interface WeightSpeed {
  readonly products: WeightProducts;
  /** 10⁹ operations per second, one thread. */
  readonly gflops: number;
}

/** Floats must be faster by this factor: they take four times the memory, and noise should not decide exact results. */
const MARGIN = 1.1;

/** [rows, outputs, inputs]: a projection of a batch, and a step of an LSTM over it. */
const shapes = [
  [96, 512, 256],
  [24, 512, 128],
] as const;
/** The first rounds warm the caches and let the kernels be optimized. */
const ROUNDS = 12;

const measured = new Map<string, readonly WeightSpeed[]>();

/** The speeds of all ways on an engine, the fastest first; takes some milliseconds, once for each provider. */
export function weightSpeeds(engine: Engine): readonly WeightSpeed[] {
  const { provider, relaxed } = engine;
  const name = `${provider} ${relaxed}`;
  let speeds = measured.get(name);
  if (!speeds) {
    const ways: WeightProducts[] = ['floats', 'integers', ...(relaxed ? (['fused integers'] as const) : [])];
    speeds = ways
      .map((products) => ({ products, gflops: gflopsOf(engine, products) }))
      .sort((a, b) => b.gflops - a.gflops);
    measured.set(name, speeds);
  }
  return speeds;
}

/** The way to take, given the speeds in order. */
export function fastestProducts(speeds: readonly WeightSpeed[]): WeightProducts {
  const [first, second] = speeds;
  if (first.products !== 'floats' || second === undefined) return first.products;
  return first.gflops > MARGIN * second.gflops ? 'floats' : second.products;
}

function gflopsOf(engine: Engine, products: WeightProducts): number {
  const { arena, gemm } = engine;
  let [operations, seconds] = [0, 0];
  for (const [m, n, k] of shapes) {
    arena.scope(() => {
      const [x, w, y] = [arena.scratch([m, k]), arena.scratch([n, k]), arena.scratch([m, n])];
      for (const tensor of [x, w]) tensor.fill(0.5);
      const address = arena.scratchBytes(IntegerMatrix.bytes(engine, w.shape, 'outputs'));
      const matrix = new IntegerMatrix(engine, address, w.shape, 'outputs');
      matrix.fill(quantize(w.copy(), n));
      const isFused = products === 'fused integers';
      const multiply =
        products === 'floats'
          ? () => gemm(false, true, m, n, k, 1, x.pointer, k, w.pointer, k, 0, y.pointer, n)
          : () => matrix.multiply(m, x.pointer, k, y.pointer, n, { isFused });
      let least = Infinity;
      for (let round = 0; round < ROUNDS; round++) {
        const start = performance.now();
        multiply();
        least = Math.min(least, (performance.now() - start) / 1000);
      }
      operations += 2 * m * n * k;
      seconds += least;
    });
  }
  return operations / seconds / 1e9;
}
