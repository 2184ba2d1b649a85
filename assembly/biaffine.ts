// The second half of a bilinear form with many labels: each arc's own products, one row a label, against its head.
import { axpy } from './basics';
import { laneSum, loadTail } from './vector';

/** scores[a, l] = scores[a, l] + products[a, l, :] · heads[a, :] */
export function labelScores(arcs: i32, labels: i32, units: i32, products: usize, heads: usize, scores: usize): void {
  const width = <usize>units << 2;
  for (let a = 0; a < arcs; a++, heads += width) {
    for (let l = 0; l < labels; l++, products += width, scores += 4) {
      store<f32>(scores, load<f32>(scores) + dot(units, products, heads));
    }
  }
}

/** Adds dScores[a, l] · products[a, l, :] to dHeads[a, :], and replaces the products by their own gradients. */
export function labelScoresBackward(
  arcs: i32,
  labels: i32,
  units: i32,
  dScores: usize,
  products: usize,
  heads: usize,
  dHeads: usize,
): void {
  const width = <usize>units << 2;
  for (let a = 0; a < arcs; a++, heads += width, dHeads += width) {
    for (let l = 0; l < labels; l++, products += width, dScores += 4) {
      const gradient = load<f32>(dScores);
      axpy(units, gradient, products, dHeads);
      memory.fill(products, 0, width);
      axpy(units, gradient, heads, products);
    }
  }
}

@inline
function dot(count: i32, x: usize, y: usize): f32 {
  const tail = count & 3;
  const end = x + (<usize>(count - tail) << 2);
  let sum = f32x4.splat(0);
  for (; x < end; x += 16, y += 16) sum = f32x4.add(sum, f32x4.mul(v128.load(x), v128.load(y)));
  if (tail) sum = f32x4.add(sum, f32x4.mul(loadTail(x, tail, 0), loadTail(y, tail, 0)));
  return laneSum(sum);
}
