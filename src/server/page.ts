// The page: the files of a folder as they are when the service starts, which are all that can be asked for.
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, extname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { shippedModel } from '../node/load.js';

/** Where the built page lies in the package. */
export const builtPage: string = fileURLToPath(new URL('../web/', import.meta.url));

/** Scripts and WebAssembly of its own, and nothing from elsewhere. */
export const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
};

/** A file of the page. */
export class PageFile {
  readonly headers: Record<string, string>;
  readonly etag: string;
  #path: string;

  constructor(path: string, size: number, modified: number) {
    this.#path = path;
    this.etag = `"${size.toString(36)}-${Math.round(modified).toString(36)}"`;
    // The bundler names files after what is in them: such a name never means anything else.
    const isHashed = /[/\\]assets[/\\][^/\\]+-[\w-]{8}\.\w+$/.test(path);
    this.headers = {
      'Content-Type': types[extname(path)] ?? 'application/octet-stream',
      'Content-Length': String(size),
      'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      ETag: this.etag,
    };
  }

  body(): ReadableStream {
    return Readable.toWeb(createReadStream(this.#path)) as ReadableStream;
  }
}

/**
 * The files of the page by the paths of their addresses; none if it was not built. The page loads the shipped model from
 * beside itself: a page on a static host has a copy there, the package has it once, among its models.
 */
export async function filesOfPage(folder: string): Promise<Map<string, PageFile>> {
  const page = await filesOf(folder);
  if (page.size === 0) return page;
  return new Map([...(await filesOf(dirname(dirname(shippedModel)))), ...page]);
}

async function filesOf(folder: string): Promise<Map<string, PageFile>> {
  const files = new Map<string, PageFile>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const { size, mtimeMs } = await stat(path);
    files.set(`/${relative(folder, path).split(sep).join('/')}`, new PageFile(path, size, mtimeMs));
  }
  const index = files.get('/index.html');
  if (index) files.set('/', index);
  return files;
}
