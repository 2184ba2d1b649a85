// 32-bit floats ⇄ 16-bit floats, rounded to nearest, ties to even. Node 20 has no Float16Array.

const SIGN = 0x8000;
const INFINITY = 0x7c00;
const QUIET = 0x0200;

// The same values as 32-bit floats, without sign.
const INFINITY_32 = 0x7f800000;
/** 2^−14, the smallest normal 16-bit float. */
const NORMAL_32 = 0x38800000;
/** The difference of the exponents' biases: 127 − 15. */
const BIAS = 112;
const DROPPED_BITS = 13;

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

export function toHalf(values: Float32Array): Uint16Array {
  const patterns = new Uint32Array(values.buffer, values.byteOffset, values.length);
  const halves = new Uint16Array(values.length);
  for (let i = 0; i < halves.length; i++) {
    halves[i] = ((patterns[i] >>> 16) & SIGN) | halfOf(patterns[i] & 0x7fffffff);
  }
  return halves;
}

function halfOf(magnitude: number): number {
  if (magnitude > INFINITY_32) return INFINITY | QUIET | ((magnitude >>> DROPPED_BITS) & 0x3ff);
  if (magnitude < NORMAL_32) {
    // Adding 0.5 keeps the digits down to 2^−24, the last of 16-bit floats, and rounds as the hardware does.
    bits[0] = magnitude;
    float[0] += 0.5;
    return bits[0] & 0x7ff;
  }
  // A carry from the digits correctly goes into the exponent.
  const odd = (magnitude >>> DROPPED_BITS) & 1;
  const rounded = (magnitude + 0xfff + odd) >>> DROPPED_BITS;
  return Math.min(rounded - (BIAS << 10), INFINITY);
}

/** All 65536 values: a lookup is faster than distinguishing the cases. */
let table: Float32Array | undefined;

export function fromHalf(halves: Uint16Array): Float32Array {
  table ??= makeTable();
  const values = new Float32Array(halves.length);
  for (let i = 0; i < halves.length; i++) values[i] = table[halves[i]];
  return values;
}

function makeTable(): Float32Array {
  const values = new Float32Array(0x10000);
  const patterns = new Uint32Array(values.buffer);
  for (let half = 0; half < SIGN; half++) {
    if (half < INFINITY) {
      // The bits mean the same number up to the bias, for subnormal numbers too.
      patterns[half] = half << DROPPED_BITS;
      values[half] *= 2 ** BIAS;
    } else {
      patterns[half] = INFINITY_32 | (half << DROPPED_BITS);
    }
    patterns[SIGN | half] = patterns[half] | 0x80000000;
  }
  return values;
}
