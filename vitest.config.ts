import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // These need Chromium: npm run check:package.
    exclude: ['test/package/**'],
    testTimeout: 60_000,
  },
});
