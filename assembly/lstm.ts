// One step of an LSTM over all sentences that have not ended: gates, cells and states from the summed inputs, and back.
// A row of gates holds input, forget, output, candidate, `units` floats each; rows of cells and states are dense.
import { sigmoidf4, tanhf4 } from './math';
import { loadSome, storeSome } from './vector';

/**
 * Turns the sums in `gates` into activations, and writes cells, their tanh, and the states `output`. The first
 * `carried` rows continue a cell of `previous`, the others start at zero. The first `continuing` states also go to
 * `next`, multiplied by their row of `mask` unless that is null.
 */
export function lstmForward(
  rows: i32,
  carried: i32,
  continuing: i32,
  units: i32,
  gates: usize,
  gatesStride: i32,
  previous: usize,
  cells: usize,
  tanhCells: usize,
  output: usize,
  outputStride: i32,
  next: usize,
  mask: usize,
): void {
  const width = <usize>units << 2;
  const tail = units & 3;
  const whole = <usize>(units - tail) << 2;
  for (let r = 0; r < rows; r++) {
    const from = r < carried ? previous : 0;
    const to = r < continuing ? next : 0;
    let u: usize = 0;
    for (; u < whole; u += 16) forwardSome(4, u, width, gates, from, cells, tanhCells, output, to, mask);
    if (tail) forwardSome(tail, u, width, gates, from, cells, tanhCells, output, to, mask);
    gates += <usize>gatesStride << 2;
    output += <usize>outputStride << 2;
    previous += width;
    cells += width;
    tanhCells += width;
    next += width;
    if (mask) mask += width;
  }
}

@inline
function forwardSome(
  count: i32,
  u: usize,
  width: usize,
  gates: usize,
  previous: usize,
  cells: usize,
  tanhCells: usize,
  output: usize,
  next: usize,
  mask: usize,
): void {
  const inputAt = gates + u;
  const forgetAt = inputAt + width;
  const outputAt = forgetAt + width;
  const candidateAt = outputAt + width;
  const i = sigmoidf4(loadSome(inputAt, count));
  const o = sigmoidf4(loadSome(outputAt, count));
  const g = tanhf4(loadSome(candidateAt, count));
  const f = sigmoidf4(loadSome(forgetAt, count));
  let cell = f32x4.mul(i, g);
  if (previous) cell = f32x4.add(cell, f32x4.mul(f, loadSome(previous + u, count)));
  const tanhCell = tanhf4(cell);
  const state = f32x4.mul(o, tanhCell);
  storeSome(inputAt, count, i);
  storeSome(forgetAt, count, f);
  storeSome(outputAt, count, o);
  storeSome(candidateAt, count, g);
  storeSome(cells + u, count, cell);
  storeSome(tanhCells + u, count, tanhCell);
  storeSome(output + u, count, state);
  if (next) storeSome(next + u, count, mask ? f32x4.mul(state, loadSome(mask + u, count)) : state);
}

/**
 * Turns the activations in `gates` into gradients of their sums. The first `continuing` rows get `dNext`, the gradient
 * of their states before the mask, and `dCells`, the gradient of their cells; the first `carried` rows of `dCells` are
 * replaced by the gradients of the cells that they continued from `previous`.
 */
export function lstmBackward(
  rows: i32,
  carried: i32,
  continuing: i32,
  units: i32,
  gates: usize,
  gatesStride: i32,
  previous: usize,
  tanhCells: usize,
  dOutput: usize,
  dOutputStride: i32,
  dNext: usize,
  mask: usize,
  dCells: usize,
): void {
  const width = <usize>units << 2;
  const tail = units & 3;
  const whole = <usize>(units - tail) << 2;
  for (let r = 0; r < rows; r++) {
    const from = r < carried ? previous : 0;
    const onward = r < continuing ? dNext : 0;
    let u: usize = 0;
    for (; u < whole; u += 16) backwardSome(4, u, width, gates, from, tanhCells, dOutput, onward, mask, dCells);
    if (tail) backwardSome(tail, u, width, gates, from, tanhCells, dOutput, onward, mask, dCells);
    gates += <usize>gatesStride << 2;
    dOutput += <usize>dOutputStride << 2;
    previous += width;
    tanhCells += width;
    dNext += width;
    dCells += width;
    if (mask) mask += width;
  }
}

@inline
function backwardSome(
  count: i32,
  u: usize,
  width: usize,
  gates: usize,
  previous: usize,
  tanhCells: usize,
  dOutput: usize,
  dNext: usize,
  mask: usize,
  dCells: usize,
): void {
  const one = f32x4.splat(1);
  const inputAt = gates + u;
  const forgetAt = inputAt + width;
  const outputAt = forgetAt + width;
  const candidateAt = outputAt + width;
  const i = loadSome(inputAt, count);
  const f = loadSome(forgetAt, count);
  const o = loadSome(outputAt, count);
  const g = loadSome(candidateAt, count);
  const tanhCell = loadSome(tanhCells + u, count);
  let dState = loadSome(dOutput + u, count);
  if (dNext) {
    const d = loadSome(dNext + u, count);
    dState = f32x4.add(dState, mask ? f32x4.mul(d, loadSome(mask + u, count)) : d);
  }
  let dCell = f32x4.mul(f32x4.mul(dState, o), f32x4.sub(one, f32x4.mul(tanhCell, tanhCell)));
  if (dNext) dCell = f32x4.add(dCell, loadSome(dCells + u, count));
  storeSome(inputAt, count, f32x4.mul(f32x4.mul(dCell, g), f32x4.mul(i, f32x4.sub(one, i))));
  storeSome(candidateAt, count, f32x4.mul(f32x4.mul(dCell, i), f32x4.sub(one, f32x4.mul(g, g))));
  storeSome(outputAt, count, f32x4.mul(f32x4.mul(dState, tanhCell), f32x4.mul(o, f32x4.sub(one, o))));
  let dForget = f32x4.splat(0);
  if (previous) {
    dForget = f32x4.mul(f32x4.mul(dCell, loadSome(previous + u, count)), f32x4.mul(f, f32x4.sub(one, f)));
    storeSome(dCells + u, count, f32x4.mul(dCell, f));
  }
  storeSome(forgetAt, count, dForget);
}
