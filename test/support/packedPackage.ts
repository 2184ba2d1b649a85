// The package as npm packs it, installed by npm into an empty project without a network.
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { loopbackRegistry } from './loopbackRegistry.js';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface PackedPackage {
  /** The folder of a project that has the package installed. */
  readonly project: string;
  readonly tarball: string;
  /** Of the tarball and of what is in it, in bytes. */
  readonly size: number;
  readonly unpackedSize: number;
  /** The path of a new file in the project. */
  file(name: string, content: string | Uint8Array): string;
  remove(): void;
}

export async function packedPackage(): Promise<PackedPackage> {
  const project = mkdtempSync(join(tmpdir(), 'arcwise-package-'));
  // What is built is packed: npm would build it again.
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', project];
  const [{ filename, size, unpackedSize }] = JSON.parse(
    execFileSync('npm', args, { cwd: root, encoding: 'utf8' }),
  );
  const tarball = join(project, filename);
  const file = (name: string, content: string | Uint8Array) => {
    const path = join(project, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  };
  file('package.json', '{ "type": "module", "private": true }');
  const registry = await loopbackRegistry(join(root, 'node_modules'));
  try {
    // An empty cache, and no way to any other machine; optional packages are left out, and no install script runs.
    const nowhere = 'http://127.0.0.1:1/';
    await promisify(execFile)(
      'npm',
      [
        ...['install', tarball, '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund'],
        ...['--registry', registry.address, '--cache', join(project, '.npm'), '--fetch-retries', '0'],
      ],
      {
        cwd: project,
        env: { ...process.env, https_proxy: nowhere, http_proxy: nowhere, no_proxy: '127.0.0.1' },
      },
    );
  } finally {
    await registry.close();
  }
  const remove = () => rmSync(project, { recursive: true });
  return { project, tarball, size, unpackedSize, file, remove };
}
