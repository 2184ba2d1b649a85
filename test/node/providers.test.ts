import { expect, it } from 'vitest';
import type { TreeWord } from '../../src/library/treeWord.js';
import { load } from '../../src/node/load.js';
import { loadLibraries } from '../../src/node/provider.js';
import { englishText } from '../support/englishText.js';

it.skipIf(loadLibraries().candidates.length === 0)(
  'wasm and OpenBLAS differ in one word of a hundred at most',
  async () => {
    const [wasm, openblas] = await Promise.all(
      ['wasm', 'openblas'].map(async (blas) => {
        const parser = await load(undefined, { blas });
        return (await parser.parse(englishText)).flatMap(({ words }) => words);
      }),
    );
    const keyOf = ({ form, upos, lemma, head, deprel }: TreeWord) =>
      [form, upos, lemma, head, deprel].join(' ');
    expect(openblas.length).toBe(wasm.length);
    // One multiplies integers of 8 bits, the other floats.
    const same = wasm.filter((word, at) => keyOf(word) === keyOf(openblas[at]));
    expect(same.length / wasm.length).toBeGreaterThan(0.99);
  },
);
