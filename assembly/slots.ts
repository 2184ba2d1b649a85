// The hidden sums of configurations, one projected row per slot, and their gradients back to these rows.
import { axpy } from './basics';

/**
 * sums[c, :] = bias + Σ over slots s of projections[indices[c, s], s, :], or empty[s, :] if the index is negative.
 * projections is [rows, slots, hidden].
 */
export function slotSums(
  count: i32,
  slots: i32,
  hidden: i32,
  indices: usize,
  projections: usize,
  empty: usize,
  bias: usize,
  sums: usize,
): void {
  const width = <usize>hidden << 2;
  for (let c = 0; c < count; c++, sums += width) {
    memory.copy(sums, bias, width);
    for (let s = 0; s < slots; s++, indices += 4) axpy(hidden, 1, slotRow(slots, s, indices, width, projections, empty), sums);
  }
}

/** Adds dSums to the gradients of the rows that made up the sums. */
export function slotScatter(
  count: i32,
  slots: i32,
  hidden: i32,
  indices: usize,
  dSums: usize,
  dProjections: usize,
  dEmpty: usize,
): void {
  const width = <usize>hidden << 2;
  for (let c = 0; c < count; c++, dSums += width) {
    for (let s = 0; s < slots; s++, indices += 4) {
      axpy(hidden, 1, dSums, slotRow(slots, s, indices, width, dProjections, dEmpty));
    }
  }
}

@inline
function slotRow(slots: i32, slot: i32, index: usize, width: usize, projections: usize, empty: usize): usize {
  const row = load<i32>(index);
  return row < 0 ? empty + <usize>slot * width : projections + (<usize>row * <usize>slots + <usize>slot) * width;
}
