// A registry of packages on this machine, which hands out what is installed here: npm installs from it without a network.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface LoopbackRegistry {
  readonly address: string;
  close(): Promise<void>;
}

/** Serves the packages of a node_modules folder, each in its one version. */
export async function loopbackRegistry(modules: string): Promise<LoopbackRegistry> {
  let address = '';
  const server = createServer((request, response) => {
    const [, name, isTarball] = /^\/(.+?)(\.tgz)?$/.exec(decodeURIComponent(request.url ?? '')) ?? [];
    const folder = join(modules, name ?? '');
    if (name === undefined || !existsSync(join(folder, 'package.json'))) {
      response.writeHead(404).end('{}');
      return;
    }
    if (isTarball) {
      response.end(packed(folder));
      return;
    }
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const { version } = manifest;
    const dist = { tarball: `${address}${name}.tgz` };
    response.end(
      JSON.stringify({
        name,
        'dist-tags': { latest: version },
        versions: { [version]: { ...manifest, dist } },
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { address, close };
}

/** The tarball of an installed package. */
function packed(folder: string): Buffer {
  const work = mkdtempSync(join(tmpdir(), 'arcwise-registry-'));
  try {
    const filter = (path: string) => path !== join(folder, 'node_modules');
    cpSync(folder, join(work, 'package'), { recursive: true, dereference: true, filter });
    return execFileSync('tar', ['-czf', '-', '-C', work, 'package'], { maxBuffer: 2 ** 28 });
  } finally {
    rmSync(work, { recursive: true });
  }
}
