import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // These need Chromium: npm run test:browser and npm run check:package.
    exclude: ['test/{browser,package}/**'],
    testTimeout: 60_000,
  },
});
