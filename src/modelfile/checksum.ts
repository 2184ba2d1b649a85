// CRC-32 as in gzip and PNG, eight bytes per step: it detects every change of up to 32 consecutive bits.

const POLYNOMIAL = 0xedb88320;
/** Bytes per step. */
const STRIDE = 8;

/** Row k: the effect of a byte on the checksum after k more bytes. */
const tables = makeTables(); // [STRIDE, 256]

function makeTables(): Int32Array {
  const rows = new Int32Array(STRIDE * 256);
  for (let byte = 0; byte < 256; byte++) {
    let rest = byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ POLYNOMIAL : rest >>> 1;
    rows[byte] = rest;
  }
  for (let i = 256; i < rows.length; i++) {
    const before = rows[i - 256];
    rows[i] = rows[before & 255] ^ (before >>> 8);
  }
  return rows;
}

/** The one of Node, which takes a tenth of the time; pages and older versions have none. */
const native = globalThis.process?.getBuiltinModule?.('node:zlib')?.crc32;

/** The checksum of these bytes, preceded by those whose checksum is `before`. */
export const crc32: (bytes: Uint8Array, before?: number) => number = native ?? tabledCrc32;

/** The same without Node. */
export function tabledCrc32(bytes: Uint8Array, before = 0): number {
  let rest = ~before;
  let i = 0;
  for (const end = bytes.length - STRIDE; i <= end; i += STRIDE) {
    rest ^= bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24);
    rest =
      tables[0x700 | (rest & 255)] ^
      tables[0x600 | ((rest >>> 8) & 255)] ^
      tables[0x500 | ((rest >>> 16) & 255)] ^
      tables[0x400 | (rest >>> 24)] ^
      tables[0x300 | bytes[i + 4]] ^
      tables[0x200 | bytes[i + 5]] ^
      tables[0x100 | bytes[i + 6]] ^
      tables[bytes[i + 7]];
  }
  for (; i < bytes.length; i++) rest = tables[(rest ^ bytes[i]) & 255] ^ (rest >>> 8);
  return ~rest >>> 0;
}
