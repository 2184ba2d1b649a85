// The page: the files that a folder has when the service starts; no others are served.
import { readdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PageModel, pageModelName } from '../library/pageModel.js';
import { shippedModel } from '../node/load.js';
import type { ModelSource } from '../node/parsing.js';
import { PageFile } from './pageFile.js';

/** The folder of the built page in the package. */
export const builtPage: string = fileURLToPath(new URL('../web/', import.meta.url));

/** Allows the page's own scripts and WebAssembly, and nothing from elsewhere. */
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
 * The files of the page by URL path; none if it was not built. The page parses with the given model, or else with the
 * shipped one: a page on a static host has its own copy of that, but the package has only the one among its models.
 */
export async function filesOfPage(
  folder: string,
  model?: readonly ModelSource[],
): Promise<Map<string, PageFile>> {
  const page = await filesOf(folder);
  if (page.size === 0) return page;
  if (model) return new Map([...page, ...modelFiles(model)]);
  return new Map([...(await filesOf(dirname(dirname(shippedModel)))), ...page]);
}

/** The files of a model, and the list from which the page finds them. */
function modelFiles(model: readonly ModelSource[]): Map<string, PageFile> {
  const files = model.map(({ bytes }, at) => ({ address: `model/${at + 1}.arcwise`, bytes }));
  const list: PageModel = { files: files.map(({ address, bytes }) => ({ address, bytes: bytes.length })) };
  return new Map(
    [...files, { address: pageModelName, bytes: Buffer.from(JSON.stringify(list)) }].map(
      ({ address, bytes }) => [`/${address}`, PageFile.of(address, bytes)],
    ),
  );
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
