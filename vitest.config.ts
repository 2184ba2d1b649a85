import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // These need Chromium: npm run test:browser, npm run test:web and npm run check:package.
    exclude: ['test/{browser,web,package}/**'],
    testTimeout: 60_000,
  },
});
