import fc from 'fast-check';
import { expect, it } from 'vitest';
import { crc32, tabledCrc32 } from '../../src/modelfile/checksum.js';

it.each([
  ['', 0],
  ['123456789', 0xcbf43926],
  ['The quick brown fox jumps over the lazy dog', 0x414fa339],
])('the checksum of "%s" is the known one', (text, expected) => {
  const bytes = new TextEncoder().encode(text);
  expect([crc32(bytes), tabledCrc32(bytes)]).toEqual([expected, expected]);
});

it('is the same with the tables and in parts', () => {
  const bytes = fc.uint8Array({ maxLength: 100 });
  fc.assert(
    fc.property(bytes, bytes, (a, b) => {
      const whole = crc32(Uint8Array.of(...a, ...b));
      expect(tabledCrc32(b, tabledCrc32(a))).toBe(whole);
      expect(crc32(b, crc32(a))).toBe(whole);
    }),
  );
});
