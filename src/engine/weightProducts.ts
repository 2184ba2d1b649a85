// Chooses how models multiply by 8-bit weights: as integers, or expanded to floats. The fastest way is measured once.
import type { Engine } from './engine.js';
import { IntegerMatrix } from './integerMatrix.js';
import { quantize } from './quantization.js';
import type { Tensor } from './tensor.js';

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

/** Floats must be this much faster: they take four times the memory, and noise must not decide between results. */
const MARGIN = 1.5;

/** [rows, outputs, inputs]: a projection of a batch, and a step of an LSTM over it. */
const shapes = [
  [96, 512, 256],
  [24, 512, 128],
] as const;
/** The first rounds warm the caches and let the kernels be optimized. */
const ROUNDS = 12;

const measured = new Map<string, readonly WeightSpeed[]>();

/** [rows, outputs, inputs] of all kinds of tiles. */
const tiles = [1, 2, 3, 4].map((rows) => [rows, 8, 4] as const);

/** The speeds of all ways on an engine, the fastest first; takes some milliseconds, once for each provider. */
export function weightSpeeds(engine: Engine): readonly WeightSpeed[] {
  const { provider, relaxed } = engine;
  const name = `${provider} ${relaxed}`;
  let speeds = measured.get(name);
  if (!speeds) {
    const ways: WeightProducts[] = ['floats', 'integers'];
    if (relaxed && isFusedRight(engine)) ways.push('fused integers');
    const seconds = ways.map(() => 0);
    let operations = 0;
    for (const sizes of shapes) {
      operations += 2 * sizes.reduce((product, size) => product * size, 1);
      withMatrix(engine, sizes, (multiply) => {
        for (const [at, products] of ways.entries()) seconds[at] += leastSeconds(() => multiply(products));
      });
    }
    speeds = ways
      .map((products, at) => ({ products, gflops: operations / seconds[at] / 1e9 }))
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

/**
 * Whether the fused instruction is right. In Node 20, where relaxed SIMD is behind a flag, it is not before the code is
 * optimized: therefore this check comes before all other uses.
 */
function isFusedRight(engine: Engine): boolean {
  return tiles.every((sizes) =>
    withMatrix(engine, sizes, (multiply, output) => {
      const [fused, plain] = (['fused integers', 'integers'] as const).map((products) => {
        multiply(products);
        return output.copy();
      });
      return fused.every((value, at) => value === plain[at]);
    }),
  );
}

function leastSeconds(work: () => void): number {
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    work();
    least = Math.min(least, (performance.now() - start) / 1000);
  }
  return least;
}

/** Calls `work` with a product of the sizes, to be done in any way, and with its output. */
function withMatrix<T>(
  engine: Engine,
  [rows, outputs, inputs]: readonly [number, number, number],
  work: (multiply: (products: WeightProducts) => void, output: Tensor) => T,
): T {
  const { arena } = engine;
  return arena.scope(() => {
    const x = arena.scratch([rows, inputs]);
    const w = arena.scratch([outputs, inputs]);
    const y = arena.scratch([rows, outputs]);
    for (const tensor of [x, w]) tensor.use(fillInTurn);
    const address = arena.scratchBytes(IntegerMatrix.bytes(engine, w.shape, 'outputs'));
    const matrix = new IntegerMatrix(engine, address, w.shape, 'outputs');
    matrix.fill(quantize(w.copy(), outputs));
    return work((products) => {
      const [to, from, by] = [y.pointer, x.pointer, w.pointer];
      if (products === 'floats') {
        engine.gemm(false, true, rows, outputs, inputs, 1, from, inputs, by, inputs, 0, to, outputs);
      } else {
        const isFused = products === 'fused integers';
        matrix.multiply(rows, from, inputs, to, outputs, { isFused });
      }
    }, y);
  });
}

/** Fills an array with 1 to 7, again and again. */
function fillInTurn(values: Float32Array): void {
  for (let at = 0; at < values.length; at++) values[at] = 1 + (at % 7);
}
