// An installed OpenBLAS as it is, and told to use the kernels of an old processor; each in a process of its own, because a
// process keeps the library that it has loaded.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { EngineInfo } from '../../src/node/info.js';
import { processorVectors } from '../../src/node/processor.js';
import { loadLibraries } from '../../src/node/provider.js';
import { programEnvironment } from '../support/environment.js';
import { arcwiseProcess } from '../support/program.js';

const library = loadLibraries().candidates.find(({ provider }) => provider.core !== undefined)?.name ?? '';
const vectors = processorVectors();

function infoWith(environment: Record<string, string>): EngineInfo {
  const { stdout, stderr } = arcwiseProcess(['info', '--json'], {
    environment: { ARCWISE_BLAS: '', ...environment },
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

describe.skipIf(library === '' || process.arch !== 'x64')('an installed OpenBLAS', () => {
  it.each<Record<string, string>>([{}, { OPENBLAS_CORETYPE: 'Prescott' }])(
    'is the default only if it is at least as fast as the kernels: %o',
    (environment) => {
      const { library: chosen, speeds } = infoWith(environment);
      const speedOf = (name: string) => speeds.find((speed) => speed.name === name)?.gflops ?? 0;
      expect(speedOf(library)).toBeGreaterThan(0);
      // The kernels must be faster by more than noise.
      expect(1.1 * speedOf(chosen ?? 'wasm')).toBeGreaterThanOrEqual(speedOf('wasm'));
    },
  );

  it('is what the user asks for, even if it is slow', () => {
    const environment = { OPENBLAS_CORETYPE: 'Prescott', ARCWISE_BLAS: 'openblas' };
    expect(infoWith(environment)).toMatchObject({ library, core: 'Prescott' });
  });

  it.runIf(vectors === 'avx512')('agrees with the kernels in products of a few rows and any core', () => {
    const address = (name: string) => new URL(`../../dist/${name}.js`, import.meta.url).href;
    const program = `
      import { createEngine } from '${address('engine/engine')}';
      import { openBlasGemm } from '${address('node/openblas')}';
      const provider = openBlasGemm('${library}');
      const engines = [createEngine(), createEngine({ provider })];
      let most = 0;
      for (const [n, k] of [[512, 128], [128, 512], [1024, 256]]) {
        for (const transpose of [false, true]) {
          for (const m of [1, 3, 4, 5, 11, 12, 15, 16, 27]) {
            const [expected, packed, plain] = engines.flatMap(({ arena, gemm, gemmPacked, pack }, which) => {
              const [a, b, c] = [arena.scratch([m, k]), arena.scratch([k, n]), arena.scratch([m, n])];
              a.set(Float32Array.from({ length: a.size }, (_, at) => Math.sin(at)));
              b.set(Float32Array.from({ length: b.size }, (_, at) => Math.cos(at)));
              const stride = transpose ? k : n;
              const ready = pack(transpose, n, k, b.pointer, stride);
              c.fill(1);
              gemmPacked(false, m, 1, a.pointer, k, ready, 1, c.pointer, n);
              if (which === 0) return [c.copy()];
              const first = c.copy();
              c.fill(1);
              gemm(false, transpose, m, n, k, 1, a.pointer, k, b.pointer, stride, 1, c.pointer, n);
              return [first, c.copy()];
            });
            for (const result of [packed, plain]) {
              for (const [at, value] of result.entries()) most = Math.max(most, Math.abs(value - expected[at]));
            }
          }
        }
      }
      console.log(JSON.stringify({ core: provider.core, most }));
    `;
    for (const core of ['SkylakeX', 'Haswell']) {
      const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
        encoding: 'utf8',
        env: { ...programEnvironment(), OPENBLAS_CORETYPE: core },
      });
      expect(stderr).toBe('');
      const { most, ...rest } = JSON.parse(stdout);
      expect(rest).toEqual({ core });
      expect(most).toBeLessThan(1e-3);
    }
  });

  it('gets the core of the processor after it fell back to an old one', () => {
    const address = (name: string) => new URL(`../../dist/node/${name}.js`, import.meta.url).href;
    const program = `
      import { createRequire } from 'node:module';
      import { loadBlas } from '${address('openblas')}';
      const koffi = createRequire(import.meta.url)('koffi');
      const chosen = {};
      const { core } = loadBlas(
        () => {
          // As if it did not recognize the processor, until it is told.
          process.env.OPENBLAS_CORETYPE = chosen.OPENBLAS_CORETYPE ?? 'Prescott';
          return koffi.load('${library}');
        },
        '${vectors}',
        chosen,
      );
      console.log(JSON.stringify({ ...chosen, core }));
    `;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: programEnvironment(),
    });
    expect(stderr).toBe('');
    const { OPENBLAS_CORETYPE: wanted, core } = JSON.parse(stdout);
    const expected = { avx512: 'SkylakeX', avx2: 'Haswell', less: undefined, unknown: undefined }[vectors];
    expect(wanted).toBe(expected);
    expect(core).toBe(expected ?? 'Prescott');
  });
});
