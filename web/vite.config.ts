// The build of the page: npm run build:web writes it to dist/web, for any static host at any path.
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { type PageModel, pageModelName } from '../src/library/pageModel.js';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const english = 'en/english.arcwise';

/** Says which model the page has. */
const listing: Plugin = {
  name: 'page-model',
  generateBundle() {
    const { size } = statSync(folder(`../models/${english}`));
    const model: PageModel = { files: [{ address: english, bytes: size }], licence: 'en/LICENSE' };
    this.emitFile({ type: 'asset', fileName: pageModelName, source: JSON.stringify(model) });
  },
};

export default defineConfig({
  root: folder('.'),
  base: './',
  // The model is copied unchanged to en/, with its licence.
  publicDir: folder('../models'),
  build: {
    outDir: folder('../dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
  plugins: [listing],
});
