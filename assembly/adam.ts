// Adam (Kingma & Ba 2015) over a flat range and over listed rows of a table.
import { loadTail, storeTail } from './vector';

/**
 * One step. `rate` is the learning rate; `correction1` and `correction2` are 1 − beta1^t and 1 − beta2^t; `factor`
 * multiplies the gradients (clipping); `decay` shrinks the weights by rate · decay, independently of the gradients.
 */
export function adam(
  count: i32,
  weights: usize,
  gradients: usize,
  first: usize,
  second: usize,
  rate: f64,
  beta1: f64,
  beta2: f64,
  epsilon: f64,
  correction1: f64,
  correction2: f64,
  factor: f64,
  decay: f64,
): void {
  const b1 = f32x4.splat(<f32>beta1);
  const b2 = f32x4.splat(<f32>beta2);
  const keep = f32x4.splat(<f32>(1 - rate * decay));
  const g1 = f32x4.splat(<f32>((1 - beta1) * factor));
  const g2 = f32x4.splat(<f32>((1 - beta2) * factor * factor));
  // rate · (m / c1) / (√(v / c2) + epsilon) = step · m / (√v + floor)
  const root = sqrt<f64>(correction2);
  const step = f32x4.splat(<f32>((rate * root) / correction1));
  const floor = f32x4.splat(<f32>(epsilon * root));
  const tail = count & 3;
  const end = weights + ((<usize>(count - tail)) << 2);
  for (; weights < end; weights += 16, gradients += 16, first += 16, second += 16) {
    const g = v128.load(gradients);
    const m = f32x4.add(f32x4.mul(v128.load(first), b1), f32x4.mul(g, g1));
    const v = f32x4.add(f32x4.mul(v128.load(second), b2), f32x4.mul(f32x4.mul(g, g), g2));
    v128.store(first, m);
    v128.store(second, v);
    const change = f32x4.div(f32x4.mul(m, step), f32x4.add(f32x4.sqrt(v), floor));
    v128.store(weights, f32x4.sub(f32x4.mul(v128.load(weights), keep), change));
  }
  if (tail) {
    const g = loadTail(gradients, tail, 0);
    const m = f32x4.add(f32x4.mul(loadTail(first, tail, 0), b1), f32x4.mul(g, g1));
    const v = f32x4.add(f32x4.mul(loadTail(second, tail, 0), b2), f32x4.mul(f32x4.mul(g, g), g2));
    storeTail(first, tail, m);
    storeTail(second, tail, v);
    const change = f32x4.div(f32x4.mul(m, step), f32x4.add(f32x4.sqrt(v), floor));
    storeTail(weights, tail, f32x4.sub(f32x4.mul(loadTail(weights, tail, 0), keep), change));
  }
}

/** The same over the listed rows of a table, each index once; the other rows and their moments do not change. */
export function adamRows(
  rows: i32,
  columns: i32,
  indices: usize,
  weights: usize,
  gradients: usize,
  first: usize,
  second: usize,
  rate: f64,
  beta1: f64,
  beta2: f64,
  epsilon: f64,
  correction1: f64,
  correction2: f64,
  factor: f64,
  decay: f64,
): void {
  for (let r = 0; r < rows; r++, indices += 4) {
    const offset = <usize>load<i32>(indices) * ((<usize>columns) << 2);
    adam(
      columns,
      weights + offset,
      gradients + offset,
      first + offset,
      second + offset,
      rate,
      beta1,
      beta2,
      epsilon,
      correction1,
      correction2,
      factor,
      decay,
    );
  }
}
