// The page: the files that a folder has when the service starts; no others are served.
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PageModel, type PageModels, pageModelsName } from '../library/pageModels.js';
import { type FoundModel, foundModels } from '../node/modelLookup.js';
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

/** A model that the service has, for the page: its names, and its files. */
export interface ServedFiles {
  readonly name: string;
  readonly title?: string;
  readonly language?: string;
  readonly files: readonly ModelSource[];
}

/**
 * The files of the page by URL path; none if it was not built. The page parses with the given models, or else with all
 * that are found here, English first: a page on a static host has its own copies, but the package has none.
 */
export async function filesOfPage(
  folder: string,
  served?: readonly ServedFiles[],
): Promise<Map<string, PageFile>> {
  const page = await filesOf(folder);
  if (page.size === 0) return page;
  const offered = await Promise.all(
    served ? served.map(offeredFiles) : (await foundModels()).map(offeredModel),
  );
  const list: PageModels = { models: offered.map(({ model }) => model) };
  page.set(`/${pageModelsName}`, PageFile.of(pageModelsName, Buffer.from(JSON.stringify(list))));
  for (const { files } of offered) {
    for (const [address, file] of Object.entries(files)) page.set(`/${address}`, file);
  }
  return page;
}

/** A model in the list of the page, and its files by address. */
interface OfferedModel {
  readonly model: PageModel;
  readonly files: Readonly<Record<string, PageFile>>;
}

async function offeredModel({ model, path }: FoundModel): Promise<OfferedModel> {
  const { code, name, title, language } = model;
  const address = `models/${code}/${basename(path)}`;
  const licence = `models/${code}/LICENSE`;
  const file = await onDisk(path);
  const terms = await onDisk(join(dirname(path), 'LICENSE')).catch(() => undefined);
  const files = [{ address, bytes: file.size, version: file.version }];
  return {
    model: { name, title, language, files, ...(terms ? { licence } : {}) },
    files: { [address]: file, ...(terms ? { [licence]: terms } : {}) },
  };
}

function offeredFiles({ files, ...about }: ServedFiles, at: number): OfferedModel {
  const own = files.map(({ bytes }, number): [string, PageFile] => {
    const address = `models/${at + 1}/${number + 1}.arcwise`;
    return [address, PageFile.of(address, bytes)];
  });
  const listed = own.map(([address, { size, version }]) => ({ address, bytes: size, version }));
  return { model: { ...about, files: listed }, files: Object.fromEntries(own) };
}

async function onDisk(path: string): Promise<PageFile> {
  const { size, mtimeMs } = await stat(path);
  return PageFile.at(path, size, mtimeMs);
}

async function filesOf(folder: string): Promise<Map<string, PageFile>> {
  const files = new Map<string, PageFile>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(`/${relative(folder, path).split(sep).join('/')}`, await onDisk(path));
  }
  const index = files.get('/index.html');
  if (index) files.set('/', index);
  return files;
}
