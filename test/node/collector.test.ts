import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { expect, it } from 'vitest';
import { programEnvironment } from '../support/environment.js';

/** Runs a program that makes much garbage, and tells what V8 says of its collections. */
function collections(start: string): { all: number; ofHelpers: number } {
  const address = new URL('../../dist/node/collector.js', import.meta.url).href;
  const program = `
    import { collectAlone } from '${address}';
    ${start}
    let kept = [];
    for (let made = 0; made < 2e6; made++) {
      kept.push({ made, text: 'text ' + made });
      if (kept.length > 200_000) kept = [];
    }
  `;
  const flags = ['--trace-gc', '--trace-parallel-scavenge'];
  const { stdout, status } = spawnSync(
    process.execPath,
    [...flags, '--input-type=module', '--eval', program],
    {
      encoding: 'utf8',
      env: programEnvironment(),
    },
  );
  expect(status).toBe(0);
  const lines = (pattern: RegExp) => stdout.split('\n').filter((line) => pattern.test(line)).length;
  const all = lines(/ms: Scavenge /);
  return { all, ofHelpers: lines(/scavenge\[0x/) - all };
}

it('collects without helpers if it is told to', () => {
  const { all, ofHelpers } = collections('collectAlone();');
  expect(all).toBeGreaterThan(2);
  expect(ofHelpers).toBe(0);
});

// Otherwise the test above would show nothing. Other versions of V8 may word their traces in another way.
it.runIf(availableParallelism() > 1 && process.version.startsWith('v20.'))(
  'would otherwise have helpers',
  () => {
    expect(collections('').ofHelpers).toBeGreaterThan(0);
  },
);
