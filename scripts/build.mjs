// Builds the package: the kernels, then plain tsc. With --kernels, which is enough for tests, only the kernels. Skipped if
// the sources have not changed.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildKernels } from './kernels.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const sources = ['src', 'tsconfig.json', 'tsconfig.build.json', 'node_modules/typescript/package.json'];
/** Records what dist was built from. */
const stamp = 'build/dist.sha256';

await buildKernels();
if (!process.argv.includes('--kernels')) {
  const hash = hashOf(sources);
  if (!existsSync('dist') || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash) {
    for (const old of ['dist', stamp]) rmSync(old, { recursive: true, force: true });
    execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
      stdio: 'inherit',
    });
    writeFileSync(stamp, hash);
  }
}

function hashOf(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesIn)) hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}
