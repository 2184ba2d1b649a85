// The build of the page: npm run build:web writes it to dist/web, for any static host at any path.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { type PageModel, pageModelsName } from '../src/library/pageModels.js';
import { fileOf, knownModels } from '../src/models/knownModels.js';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Copies the models that are here, with their licences, and lists them. */
const listing: Plugin = {
  name: 'page-models',
  generateBundle() {
    const models: PageModel[] = [];
    for (const model of knownModels) {
      const own = `models/${model.code}/`;
      if (!existsSync(folder(`../${own}${fileOf(model)}`))) continue;
      const [file, licence] = [fileOf(model), 'LICENSE'].map((name) => {
        const fileName = `${own}${name}`;
        const source = readFileSync(folder(`../${fileName}`));
        this.emitFile({ type: 'asset', fileName, source });
        return { address: fileName, bytes: source.length, version: versionOf(source) };
      });
      const { name, title, language } = model;
      models.push({ name, title, language, files: [file], licence: licence.address });
    }
    this.emitFile({ type: 'asset', fileName: pageModelsName, source: JSON.stringify({ models }) });
  },
};

function versionOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

export default defineConfig({
  root: folder('.'),
  base: './',
  publicDir: false,
  build: {
    outDir: folder('../dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
  },
  // In one file: parts that are loaded later would only come after the model.
  worker: { format: 'es', rolldownOptions: { output: { codeSplitting: false } } },
  plugins: [listing],
});
