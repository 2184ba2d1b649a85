// The page: npm run build:web writes it to dist/web, for any static host, at any path of it.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: folder('.'),
  base: './',
  // The model is copied as it is, to en/, together with its licence.
  publicDir: folder('../models'),
  build: {
    outDir: folder('../dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
});
