// One step of an LSTM with coupled gates and peepholes over all sentences that have not ended, in two parts each way,
// because the output gate sees the new cell: a product is added to its sum between them. A row of gates holds input,
// output, candidate, `units` floats each; rows of cells and states are dense.
import { sigmoidf4, tanhf4 } from './math';
import { loadSome, storeSome } from './vector';

/**
 * Turns the sums of input gates and candidates into activations, and writes the cells: what the input gate leaves is kept
 * of the old cell.
 */
export function coupledCells(
  rows: i32,
  units: i32,
  gates: usize,
  gatesStride: i32,
  oldCells: usize,
  cells: usize,
): void {
  const width = <usize>units << 2;
  const tail = units & 3;
  const whole = <usize>(units - tail) << 2;
  for (let r = 0; r < rows; r++) {
    let u: usize = 0;
    for (; u < whole; u += 16) cellsSome(4, u, width, gates, oldCells, cells);
    if (tail) cellsSome(tail, u, width, gates, oldCells, cells);
    gates += <usize>gatesStride << 2;
    oldCells += width;
    cells += width;
  }
}

@inline
function cellsSome(count: i32, u: usize, width: usize, gates: usize, oldCells: usize, cells: usize): void {
  const inputAt = gates + u;
  const candidateAt = inputAt + 2 * width;
  const i = sigmoidf4(loadSome(inputAt, count));
  const g = tanhf4(loadSome(candidateAt, count));
  storeSome(inputAt, count, i);
  storeSome(candidateAt, count, g);
  const old = loadSome(oldCells + u, count);
  storeSome(cells + u, count, f32x4.add(old, f32x4.mul(i, f32x4.sub(g, old))));
}

/**
 * Turns the sums of output gates into activations, and writes the states `output`. The first `continuing` states also go
 * to `next`, multiplied by their row of `mask` unless that is null.
 */
export function coupledStates(
  rows: i32,
  continuing: i32,
  units: i32,
  gates: usize,
  gatesStride: i32,
  cells: usize,
  output: usize,
  outputStride: i32,
  next: usize,
  mask: usize,
): void {
  const width = <usize>units << 2;
  const tail = units & 3;
  const whole = <usize>(units - tail) << 2;
  for (let r = 0; r < rows; r++) {
    const to = r < continuing ? next : 0;
    let u: usize = 0;
    for (; u < whole; u += 16) statesSome(4, u, width, gates, cells, output, to, mask);
    if (tail) statesSome(tail, u, width, gates, cells, output, to, mask);
    gates += <usize>gatesStride << 2;
    output += <usize>outputStride << 2;
    cells += width;
    next += width;
    if (mask) mask += width;
  }
}

@inline
function statesSome(
  count: i32,
  u: usize,
  width: usize,
  gates: usize,
  cells: usize,
  output: usize,
  next: usize,
  mask: usize,
): void {
  const outputAt = gates + u + width;
  const o = sigmoidf4(loadSome(outputAt, count));
  const state = f32x4.mul(o, tanhf4(loadSome(cells + u, count)));
  storeSome(outputAt, count, o);
  storeSome(output + u, count, state);
  if (next) storeSome(next + u, count, mask ? f32x4.mul(state, loadSome(mask + u, count)) : state);
}

/**
 * Turns the activations of output gates into gradients of their sums, and writes the gradients of the cells to `dCells`,
 * except for what comes through those sums. The first `continuing` rows get `dNext`, the gradient of their states before
 * the mask, and what `dCells` has from the next step.
 */
export function coupledStatesBackward(
  rows: i32,
  continuing: i32,
  units: i32,
  gates: usize,
  gatesStride: i32,
  cells: usize,
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
    const onward = r < continuing ? dNext : 0;
    let u: usize = 0;
    for (; u < whole; u += 16) statesBackwardSome(4, u, width, gates, cells, dOutput, onward, mask, dCells);
    if (tail) statesBackwardSome(tail, u, width, gates, cells, dOutput, onward, mask, dCells);
    gates += <usize>gatesStride << 2;
    dOutput += <usize>dOutputStride << 2;
    cells += width;
    dNext += width;
    dCells += width;
    if (mask) mask += width;
  }
}

@inline
function statesBackwardSome(
  count: i32,
  u: usize,
  width: usize,
  gates: usize,
  cells: usize,
  dOutput: usize,
  dNext: usize,
  mask: usize,
  dCells: usize,
): void {
  const one = f32x4.splat(1);
  const outputAt = gates + u + width;
  const o = loadSome(outputAt, count);
  const tanhCell = tanhf4(loadSome(cells + u, count));
  let dState = loadSome(dOutput + u, count);
  let dCell = f32x4.splat(0);
  if (dNext) {
    const d = loadSome(dNext + u, count);
    dState = f32x4.add(dState, mask ? f32x4.mul(d, loadSome(mask + u, count)) : d);
    dCell = loadSome(dCells + u, count);
  }
  const slope = f32x4.sub(one, f32x4.mul(tanhCell, tanhCell));
  storeSome(dCells + u, count, f32x4.add(dCell, f32x4.mul(f32x4.mul(dState, o), slope)));
  storeSome(outputAt, count, f32x4.mul(f32x4.mul(dState, tanhCell), f32x4.mul(o, f32x4.sub(one, o))));
}

/**
 * Turns the activations of input gates and candidates into gradients of their sums, and `dCells` into the gradients of
 * the old cells, except for what comes through the input gates.
 */
export function coupledCellsBackward(
  rows: i32,
  units: i32,
  gates: usize,
  gatesStride: i32,
  oldCells: usize,
  dCells: usize,
): void {
  const width = <usize>units << 2;
  const tail = units & 3;
  const whole = <usize>(units - tail) << 2;
  for (let r = 0; r < rows; r++) {
    let u: usize = 0;
    for (; u < whole; u += 16) cellsBackwardSome(4, u, width, gates, oldCells, dCells);
    if (tail) cellsBackwardSome(tail, u, width, gates, oldCells, dCells);
    gates += <usize>gatesStride << 2;
    oldCells += width;
    dCells += width;
  }
}

@inline
function cellsBackwardSome(count: i32, u: usize, width: usize, gates: usize, oldCells: usize, dCells: usize): void {
  const one = f32x4.splat(1);
  const inputAt = gates + u;
  const candidateAt = inputAt + 2 * width;
  const i = loadSome(inputAt, count);
  const g = loadSome(candidateAt, count);
  const dCell = loadSome(dCells + u, count);
  const old = loadSome(oldCells + u, count);
  const rest = f32x4.sub(one, i);
  storeSome(inputAt, count, f32x4.mul(f32x4.mul(dCell, f32x4.sub(g, old)), f32x4.mul(i, rest)));
  storeSome(candidateAt, count, f32x4.mul(f32x4.mul(dCell, i), f32x4.sub(one, f32x4.mul(g, g))));
  storeSome(dCells + u, count, f32x4.mul(dCell, rest));
}
