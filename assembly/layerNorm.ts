// Layer norm (Ba, Kiros & Hinton 2016): each row is centred, divided by its deviation, scaled and shifted.
import { multiplyAdd } from './math';
import { laneSum, loadTail, storeTail } from './vector';

/**
 * x[r, :] = (x[r, :] − mean) · inverse[r], where inverse[r] = 1 / √(variance + epsilon);
 * y[r, :] = x[r, :] · gain + bias. y may be x; then only the result is kept.
 */
export function layerNormForward(
  rows: i32,
  columns: i32,
  epsilon: f64,
  gain: usize,
  bias: usize,
  x: usize,
  y: usize,
  inverse: usize,
): void {
  const tail = columns & 3;
  const whole = <usize>(columns - tail) << 2;
  const width = <usize>columns << 2;
  for (let r = 0; r < rows; r++, x += width, y += width, inverse += 4) {
    let sum = f32x4.splat(0);
    for (let i: usize = 0; i < whole; i += 16) sum = f32x4.add(sum, v128.load(x + i));
    if (tail) sum = f32x4.add(sum, loadTail(x + whole, tail, 0));
    const mean = laneSum(sum) / <f32>columns;
    const means = f32x4.splat(mean);

    let squares = f32x4.splat(0);
    for (let i: usize = 0; i < whole; i += 16) {
      const centred = f32x4.sub(v128.load(x + i), means);
      squares = multiplyAdd(centred, centred, squares);
    }
    if (tail) {
      const centred = f32x4.sub(loadTail(x + whole, tail, mean), means);
      squares = multiplyAdd(centred, centred, squares);
    }
    const factor = <f32>(1 / sqrt<f64>(<f64>(laneSum(squares) / <f32>columns) + epsilon));
    store<f32>(inverse, factor);

    const factors = f32x4.splat(factor);
    for (let i: usize = 0; i < whole; i += 16) {
      const normal = f32x4.mul(f32x4.sub(v128.load(x + i), means), factors);
      v128.store(x + i, normal);
      v128.store(y + i, multiplyAdd(normal, v128.load(gain + i), v128.load(bias + i)));
    }
    if (tail) {
      const normal = f32x4.mul(f32x4.sub(loadTail(x + whole, tail, 0), means), factors);
      storeTail(x + whole, tail, normal);
      const scaled = multiplyAdd(normal, loadTail(gain + whole, tail, 0), loadTail(bias + whole, tail, 0));
      storeTail(y + whole, tail, scaled);
    }
  }
}

/**
 * From x and `inverse` as forward left them, with g = dy · gain: dx = inverse · (g − mean of g − x · mean of g · x),
 * dGain = dGain + Σ dy · x, dBias = dBias + Σ dy. dx may be dy.
 */
export function layerNormBackward(
  rows: i32,
  columns: i32,
  gain: usize,
  x: usize,
  inverse: usize,
  dy: usize,
  dx: usize,
  dGain: usize,
  dBias: usize,
): void {
  const tail = columns & 3;
  const whole = <usize>(columns - tail) << 2;
  const width = <usize>columns << 2;
  for (let r = 0; r < rows; r++, x += width, dy += width, dx += width, inverse += 4) {
    let sum = f32x4.splat(0);
    let along = f32x4.splat(0);
    for (let i: usize = 0; i < whole; i += 16) {
      const d = v128.load(dy + i);
      const normal = v128.load(x + i);
      const g = f32x4.mul(d, v128.load(gain + i));
      sum = f32x4.add(sum, g);
      along = multiplyAdd(g, normal, along);
      v128.store(dGain + i, multiplyAdd(d, normal, v128.load(dGain + i)));
      v128.store(dBias + i, f32x4.add(d, v128.load(dBias + i)));
    }
    if (tail) {
      const d = loadTail(dy + whole, tail, 0);
      const normal = loadTail(x + whole, tail, 0);
      const g = f32x4.mul(d, loadTail(gain + whole, tail, 0));
      sum = f32x4.add(sum, g);
      along = multiplyAdd(g, normal, along);
      storeTail(dGain + whole, tail, multiplyAdd(d, normal, loadTail(dGain + whole, tail, 0)));
      storeTail(dBias + whole, tail, f32x4.add(d, loadTail(dBias + whole, tail, 0)));
    }
    const mean = f32x4.splat(laneSum(sum) / <f32>columns);
    const share = f32x4.splat(-laneSum(along) / <f32>columns);
    const factor = f32x4.splat(load<f32>(inverse));
    for (let i: usize = 0; i < whole; i += 16) {
      const g = f32x4.sub(f32x4.mul(v128.load(dy + i), v128.load(gain + i)), mean);
      v128.store(dx + i, f32x4.mul(factor, multiplyAdd(v128.load(x + i), share, g)));
    }
    if (tail) {
      const g = f32x4.sub(f32x4.mul(loadTail(dy + whole, tail, 0), loadTail(gain + whole, tail, 0)), mean);
      storeTail(dx + whole, tail, f32x4.mul(factor, multiplyAdd(loadTail(x + whole, tail, 0), share, g)));
    }
  }
}
