import { expect, it } from 'vitest';
import { chooseProvider } from '../../src/node/engine.js';
import { load } from '../../src/node/load.js';
import { englishText } from '../support/englishText.js';

it.skipIf(!chooseProvider('').library)('wasm and OpenBLAS give the same trees', async () => {
  const [wasm, openblas] = await Promise.all(
    ['wasm', 'openblas'].map(async (blas) => {
      const parser = await load(undefined, { blas });
      return (await parser.parse(englishText)).map((sentence) => sentence.toConllu());
    }),
  );
  expect(wasm.length).toBeGreaterThan(10);
  expect(openblas).toEqual(wasm);
});
