// A plain server of the files in a folder, as any static host is one, with headers of one's own.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

export interface StaticServer {
  readonly address: string;
  /** The paths that were asked for, in order. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

export interface ServerOptions {
  /** The path of a file that breaks off half-way the first time. */
  readonly breaks?: string;
  /** The path of a file that is missing the first time. */
  readonly lacks?: string;
}

/** Serves a folder on a free port of this machine. */
export async function serveFolder(
  folder: string,
  headers: Record<string, string> = {},
  { breaks, lacks }: ServerOptions = {},
): Promise<StaticServer> {
  const requests: string[] = [];
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const first = !requests.includes(pathname);
    requests.push(pathname);
    const path = normalize(decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname));
    try {
      if (first && pathname === lacks) throw new Error('It is not there yet.');
      const content = await readFile(join(folder, path));
      const type = types[extname(path)] ?? 'application/octet-stream';
      response.writeHead(200, { ...headers, 'content-type': type, 'content-length': content.length });
      if (first && pathname === breaks) {
        response.write(content.subarray(0, content.length / 2), () => response.destroy());
      } else {
        response.end(content);
      }
    } catch {
      response.writeHead(404, headers).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
