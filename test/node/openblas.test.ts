import { describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/engine/engine.js';
import { type Gemm, type GemmProvider, wasmGemm } from '../../src/engine/gemm.js';
import { Random } from '../../src/engine/random.js';
import { hasSmallKernels, loadBlas } from '../../src/node/openblas.js';
import { processorName, processorVectors } from '../../src/node/processor.js';
import { chooseProvider, fastest, loadLibraries } from '../../src/node/provider.js';
import { describeGemm } from '../support/gemm.js';
import { describeTransformerLayers } from '../support/transformerLayers.js';

const { candidates, failures } = loadLibraries();
const [blas] = candidates;

if (!blas) {
  describe(`GEMM by OpenBLAS: not run, ${failures}`, () => {
    it('is not chosen', () => expect(chooseProvider('').name).toBe('wasm'));
  });
} else {
  describeGemm(`OpenBLAS, ${blas.name}`, () => createEngine({ provider: blas.provider }));
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
      /^ARCWISE_BLAS, or the option blas, is "\/no\/such\/library.so", but it must be "wasm", "openblas" or a BLAS library file that loads \(.+\)\.$/,
    );
  });

  it('refuses a library that is no BLAS', () => {
    const library = process.platform === 'win32' ? 'kernel32.dll' : 'libm.so.6';
    expect(() => chooseProvider(library)).toThrow(
      /^ARCWISE_BLAS, or the option blas, is .* BLAS library file that loads/,
    );
  });
});

/** A provider that computes everything so many times. */
const slowed = (times: number): GemmProvider => ({
  name: 'slow',
  bind(memory, kernels, arena) {
    const products = wasmGemm.bind(memory, kernels, arena);
    const gemm: Gemm = (...of) => {
      for (let time = 0; time < times; time++) products.gemm(...of);
    };
    return { ...products, gemm };
  },
});

describe('the fastest provider', () => {
  it('is the kernels where the library is slow', () => {
    const choice = fastest([{ name: 'libslow.so', provider: slowed(8) }]);
    expect(choice).toMatchObject({ name: 'wasm', reason: 'It was the fastest when they were measured.' });
    expect(choice.library).toBeUndefined();
    expect(choice.speeds.map(({ name }) => name)).toEqual(['wasm', 'libslow.so']);
  });

  it('is the faster of two libraries', () => {
    const some = [
      { name: 'libslow.so', provider: slowed(8) },
      { name: 'libquick.so', provider: slowed(0) },
    ];
    expect(fastest(some)).toMatchObject({ name: 'libquick.so', library: 'libquick.so' });
  });

  it('is the kernels where no library loads, and says why', () => {
    expect(fastest([], 'there is none')).toMatchObject({
      name: 'wasm',
      reason: 'No BLAS library could be loaded (there is none).',
    });
  });
});

describe('an OpenBLAS that does not know the processor', () => {
  /** A library that reads its core from the environment when it is loaded, as OpenBLAS does. */
  function fakeBlas(fallback: string) {
    const environment: NodeJS.ProcessEnv = {};
    const loads: string[] = [];
    const load = () => {
      const core = environment.OPENBLAS_CORETYPE ?? fallback;
      loads.push(core);
      return {
        func: (prototype: string) => {
          if (!prototype.includes('corename')) throw new Error('no such symbol');
          return () => core;
        },
        unload: () => loads.push('unloaded'),
      };
    };
    return { environment, loads, load };
  }

  it.each([
    ['avx512', 'Prescott', 'SkylakeX'],
    ['avx512', 'Haswell', 'SkylakeX'],
    ['avx2', 'Prescott', 'Haswell'],
  ] as const)('with %s is loaded once more in place of %s', (vectors, fallback, core) => {
    const { environment, loads, load } = fakeBlas(fallback);
    expect(loadBlas(load, vectors, environment).core).toBe(core);
    expect(loads).toEqual([fallback, 'unloaded', core]);
  });

  it.each([
    ['avx512', 'SkylakeX'],
    ['avx512', 'SapphireRapids'],
    ['avx2', 'Zen'],
    ['avx2', 'Haswell'],
    ['less', 'Nehalem'],
    ['unknown', 'Prescott'],
  ] as const)('with %s stays %s', (vectors, core) => {
    const { environment, loads, load } = fakeBlas(core);
    expect(loadBlas(load, vectors, environment).core).toBe(core);
    expect(loads).toEqual([core]);
  });

  it('stays what the user has named', () => {
    const { environment, loads, load } = fakeBlas('Haswell');
    environment.OPENBLAS_CORETYPE = 'Prescott';
    expect(loadBlas(load, 'avx512', environment).core).toBe('Prescott');
    expect(loads).toEqual(['Prescott']);
  });
});

describe('the kernels for small products', () => {
  it.each([
    [true, 'SkylakeX', 'OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH NO_AFFINITY SkylakeX MAX_THREADS=64'],
    [true, 'Cooperlake', 'OpenBLAS 0.3.30 DYNAMIC_ARCH'],
    [true, 'SapphireRapids', 'OpenBLAS 1.0.0 DYNAMIC_ARCH'],
    [false, 'SkylakeX', 'OpenBLAS 0.3.20 DYNAMIC_ARCH'],
    [false, 'SkylakeX', 'OpenBLAS 0.2.21'],
    [false, 'SkylakeX', ''],
    [false, 'Haswell', 'OpenBLAS 0.3.21 DYNAMIC_ARCH'],
  ])('are there: %s, with %s of "%s"', (expected, core, configuration) => {
    expect(hasSmallKernels(core, configuration)).toBe(expected);
  });
});

describe('the processor', () => {
  it.runIf(process.arch === 'x64').each([
    ['avx512', 'flags\t\t: fpu avx avx2 fma avx512f avx512dq avx512bw avx512vl\n'],
    ['avx2', 'model name\t: X\nflags\t\t: fpu avx avx2 fma avx512f\n'],
    ['less', 'flags : fpu sse2 avx\n'],
    ['unknown', ''],
  ])('has %s', (vectors, cpuinfo) => {
    expect(processorVectors(() => cpuinfo)).toBe(vectors);
  });

  it('has a name, with its family and model where they are known', () => {
    const name = processorName(() => '');
    expect(name).not.toBe('');
    const cpuinfo = 'cpu family\t: 26\nmodel\t\t: 2\nmodel name\t: X 9\nstepping\t: 1\n';
    expect(processorName(() => cpuinfo)).toBe(`${name} (family 26, model 2)`);
  });
});
