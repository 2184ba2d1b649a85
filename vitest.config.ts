import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [
      // These need Chromium: npm run test:browser, npm run test:web and npm run check:package.
      'test/{browser,web,package}/**',
      // These need treebanks: npm run test:treebanks.
      'test/**/treebanks.test.ts',
    ],
    setupFiles: ['test/support/seed.ts', 'test/support/detachingMemory.ts'],
    // On two cores vitest would take one.
    maxWorkers: '100%',
    testTimeout: 60_000,
  },
});
