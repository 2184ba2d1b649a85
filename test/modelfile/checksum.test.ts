import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { crc32, tabledCrc32 } from '../../src/modelfile/checksum.js';

it.each([
  ['as Node computes it', crc32],
  ['by tables', tabledCrc32],
])(
  'the checksum, %s, is the one that gzip writes behind its data, also when it is taken in parts',
  (_, checksum) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(), (bytes, at) => {
        const cut = bytes.length === 0 ? 0 : at % bytes.length;
        const expected = gzipSync(bytes).readUInt32LE(gzipSync(bytes).length - 8);
        expect(checksum(bytes)).toBe(expected);
        expect(checksum(bytes.subarray(cut), checksum(bytes.subarray(0, cut)))).toBe(expected);
      }),
    );
  },
);
