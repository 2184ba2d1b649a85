import { expect, it } from 'vitest';
import { load } from '../../src/node/load.js';
import { loadLibraries } from '../../src/node/provider.js';
import { englishText } from '../support/englishText.js';

it.skipIf(loadLibraries().candidates.length === 0)('wasm and OpenBLAS give the same trees', async () => {
  const [wasm, openblas] = await Promise.all(
    ['wasm', 'openblas'].map(async (blas) => {
      const parser = await load(undefined, { blas });
      return (await parser.parse(englishText)).map((sentence) => sentence.toConllu());
    }),
  );
  expect(wasm.length).toBeGreaterThan(10);
  expect(openblas).toEqual(wasm);
});
