// The page: the files of a folder as they are when the service starts, which are all that can be asked for.
import { readdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shippedModel } from '../node/load.js';
import { PageFile } from './pageFile.js';

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
    files.set(`/${relative(folder, path).split(sep).join('/')}`, PageFile.at(path, size, mtimeMs));
  }
  const index = files.get('/index.html');
  if (index) files.set('/', index);
  return files;
}
