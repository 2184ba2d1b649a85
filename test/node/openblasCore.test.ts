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
