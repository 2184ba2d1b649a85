// The package as npm packs it, unpacked into the node_modules of a folder of its own.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface PackedPackage {
  /** The folder of a project that has the package installed. */
  readonly project: string;
  readonly tarball: string;
  /** The path of a new file in the project. */
  file(name: string, content: string): string;
  remove(): void;
}

export function packedPackage(): PackedPackage {
  const project = mkdtempSync(join(tmpdir(), 'arcwise-package-'));
  // What is built is packed: npm would build it again.
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', project];
  const [{ filename }] = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8' }));
  const installed = join(project, 'node_modules', 'arcwise');
  mkdirSync(installed, { recursive: true });
  const tarball = join(project, filename);
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed]);
  const file = (name: string, content: string | Uint8Array) => {
    const path = join(project, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  };
  file('package.json', '{ "type": "module", "private": true }');
  return { project, tarball, file, remove: () => rmSync(project, { recursive: true }) };
}
