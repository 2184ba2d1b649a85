// Packages of the registry that one suite alone needs: fetched once into build/, and never a dependency.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

/** The folder of a package that holds data. */
export function fetchedPackage(name: string, version: string): string {
  const folder = resolve('build/packages', `${name.replaceAll('/', '-')}-${version}`);
  const content = join(folder, 'package');
  if (existsSync(content)) return content;
  mkdirSync(folder, { recursive: true });
  const args = ['pack', `${name}@${version}`, '--json', '--pack-destination', folder];
  const [{ filename }] = JSON.parse(
    execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  );
  execFileSync('tar', ['xf', join(folder, filename), '-C', folder]);
  return content;
}

/** What a package with native code exports. Its install scripts do not run: they would download more. */
export function fetchedModule(name: string, version: string): unknown {
  const folder = resolve('build/packages', `${name}-${version}-installed`);
  if (!existsSync(join(folder, 'node_modules', name))) {
    mkdirSync(folder, { recursive: true });
    const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder];
    execFileSync('npm', ['install', `${name}@${version}`, ...flags], { stdio: 'ignore' });
  }
  return createRequire(join(folder, 'package.json'))(name);
}
