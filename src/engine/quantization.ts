// 32-bit floats ⇄ 8-bit integers with one scale per row: the largest magnitude of a row is 127 times its scale.

const LARGEST = 127;

export interface Quantized {
  integers: Int8Array; // [rows, columns]
  scales: Float32Array; // [rows]
}

/** Every value must be finite. */
export function quantize(values: Float32Array, rows: number): Quantized {
  const columns = values.length / rows;
  const integers = new Int8Array(values.length);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    const start = row * columns;
    const end = start + columns;
    let largest = 0;
    for (let i = start; i < end; i++) largest = Math.max(largest, Math.abs(values[i]));
    scales[row] = largest / LARGEST;
    const scale = scales[row];
    // A row of zeros, or of values so small that their scale is 0, stays 0.
    if (scale === 0) continue;
    for (let i = start; i < end; i++) {
      // A very small scale is itself rounded, so a quotient may exceed the largest.
      integers[i] = Math.max(-LARGEST, Math.min(LARGEST, Math.round(values[i] / scale)));
    }
  }
  return { integers, scales };
}

export function dequantize({ integers, scales }: Quantized): Float32Array {
  const columns = integers.length / scales.length;
  const values = new Float32Array(integers.length); // [rows, columns]
  for (let row = 0, i = 0; row < scales.length; row++) {
    const scale = scales[row];
    for (const end = (row + 1) * columns; i < end; i++) values[i] = integers[i] * scale;
  }
  return values;
}
