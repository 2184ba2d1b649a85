import { describe, expect, it } from 'vitest';
import { arcwise, arcwiseProcess } from '../support/program.js';

describe('arcwise info', () => {
  it('reports what the engine runs on', () => {
    const { stdout, stderr, status } = arcwise(['info', '--json'], { environment: { ARCWISE_BLAS: 'wasm' } });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(JSON.parse(stdout)).toMatchObject({
      provider: 'wasm',
      library: null,
      reason: 'ARCWISE_BLAS asks for it.',
      relaxedSimd: true,
      sharedMemory: true,
      node: process.version,
    });
    expect(arcwise(['info'], { environment: { ARCWISE_BLAS: 'wasm' } }).stdout).toMatch(
      /^matrix products +wasm$/m,
    );
  });

  it('works without koffi, by the kernels', () => {
    const hide = `import Module from 'node:module';
      const resolve = Module._resolveFilename;
      Module._resolveFilename = (name, ...rest) => {
        if (name === 'koffi') throw new Error('hidden');
        return resolve(name, ...rest);
      };`;
    const options = ['--import', `data:text/javascript,${encodeURIComponent(hide)}`];
    const { stdout } = arcwiseProcess(['info', '--json'], { environment: { ARCWISE_BLAS: '' }, options });
    expect(JSON.parse(stdout)).toMatchObject({
      provider: 'wasm',
      reason: 'No BLAS library could be loaded (the optional package koffi is not installed).',
    });
    expect(arcwiseProcess(['info'], { environment: { ARCWISE_BLAS: 'openblas' }, options })).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('the optional package koffi is not installed'),
    });
  });

  it('says in one sentence what is wrong with ARCWISE_BLAS', () => {
    const { stdout, stderr, status } = arcwise(['info'], { environment: { ARCWISE_BLAS: 'nonsense' } });
    expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
    expect(stderr).toMatch(/^ARCWISE_BLAS, or the option blas, is "nonsense", but it must be .*\n$/);
  });

  it('exits with 2 on bad usage', () => {
    expect(arcwise(['info', '--nonsense'])).toMatchObject({ status: 2 });
    expect(arcwise(['nonsense'])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^Usage: arcwise .*\binfo\b.* …, .* or arcwise "A text\."\n$/),
    });
    expect(arcwise([])).toMatchObject({ status: 2 });
  });
});
