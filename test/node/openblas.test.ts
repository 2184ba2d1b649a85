import { describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/engine/engine.js';
import { Random } from '../../src/engine/random.js';
import { chooseProvider, createNodeEngine } from '../../src/node/engine.js';
import { describeGemm } from '../support/gemm.js';
import { describeTransformerLayers } from '../support/transformerLayers.js';

const blas = chooseProvider('');

if (blas.provider.name === 'wasm') {
  describe(`GEMM by OpenBLAS: not run, ${blas.reason}`, () => {
    it('is not chosen', () => expect(createNodeEngine().provider).toBe('wasm'));
  });
} else {
  describeGemm(`OpenBLAS, ${blas.library}`, () => createEngine({ provider: blas.provider }));
  describeGemm('OpenBLAS on shared memory', () => createEngine({ provider: blas.provider, shared: true }));
  describeTransformerLayers('OpenBLAS', () => createEngine({ provider: blas.provider }));

  describe('OpenBLAS', () => {
    it('agrees with the kernels', () => {
      const [m, n, k] = [83, 61, 300];
      const product = (engine: Engine) => {
        const random = new Random(1);
        const { arena } = engine;
        const [a, b, c] = [arena.scratch([m, k]), arena.scratch([k, n]), arena.scratch([m, n])];
        for (const x of [a, b]) x.set(Float32Array.from({ length: x.size }, () => random.uniform(0, 1)));
        engine.gemm(false, false, m, n, k, 1, a.pointer, k, b.pointer, n, 0, c.pointer, n);
        return c.copy();
      };
      const expected = product(createEngine());
      const actual = product(createEngine({ provider: blas.provider }));
      for (let i = 0; i < expected.length; i++) {
        expect(Math.abs(actual[i] / expected[i] - 1)).toBeLessThan(1e-4);
      }
    });

    it('finds the memory again after it has grown', () => {
      const { arena, gemm } = createEngine({ provider: blas.provider });
      const [a, b, c] = [arena.tensor([8, 8], 'a'), arena.tensor([8, 8], 'b'), arena.tensor([8, 8], 'c')];
      for (let round = 0; round < 3; round++) {
        a.fill(round);
        b.fill(0.5);
        gemm(false, false, 8, 8, 8, 1, a.pointer, 8, b.pointer, 8, 0, c.pointer, 8);
        expect([...c.copy()]).toEqual(new Array(64).fill(4 * round));
        arena.tensor([1 << (20 + round)], `large ${round}`);
      }
    });
  });
}

describe('the choice of a provider', () => {
  it('is the kernels when ARCWISE_BLAS=wasm', () => {
    expect(chooseProvider('wasm')).toMatchObject({
      provider: { name: 'wasm' },
      reason: 'ARCWISE_BLAS asks for it.',
    });
  });

  it('refuses a library that does not load, in one sentence', () => {
    expect(() => chooseProvider('/no/such/library.so')).toThrow(
      /^ARCWISE_BLAS is "\/no\/such\/library.so", but it must be "wasm", "openblas" or a BLAS library file that loads \(.+\)\.$/,
    );
  });

  it('refuses a library that is no BLAS', () => {
    const library = process.platform === 'win32' ? 'kernel32.dll' : 'libm.so.6';
    expect(() => chooseProvider(library)).toThrow(/^ARCWISE_BLAS is .* BLAS library file that loads/);
  });
});
