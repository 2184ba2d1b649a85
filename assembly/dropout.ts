// Dropout with one mask for many rows.
import { multiply } from './basics';

/** y[r, :] = x[r, :] · masks[indices[r], :] */
export function maskRows(rows: i32, columns: i32, indices: usize, masks: usize, x: usize, y: usize): void {
  const width = <usize>columns << 2;
  for (let r = 0; r < rows; r++, indices += 4, x += width, y += width) {
    multiply(columns, x, masks + <usize>load<i32>(indices) * width, y);
  }
}
