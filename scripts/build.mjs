// Builds the package: the kernels, then plain tsc. With --kernels, which tests need, the kernels alone.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildKernels } from './kernels.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

await buildKernels();
if (!process.argv.includes('--kernels')) {
  rmSync('dist', { recursive: true, force: true });
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
    stdio: 'inherit',
  });
}
