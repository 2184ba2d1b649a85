import { configDefaults, defineConfig } from 'vitest/config';

/** What starts the program again and again, or tries very many inputs: npm run test:long. */
export const long = ['test/{faults,robust,fuzz}/*.test.ts', 'test/experiment/run.test.ts'];

/** What all suites in Node share. */
export const shared = {
  setupFiles: ['test/support/seed.ts', 'test/support/detachingMemory.ts'],
  // They start faster than processes.
  pool: 'threads' as const,
  // On two cores vitest would take one.
  maxWorkers: '100%',
};

export default defineConfig({
  test: {
    ...shared,
    include: ['test/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      ...long,
      // These need Chromium: npm run test:browser, npm run test:web and npm run check:package.
      'test/{browser,web,package}/**',
      // These need treebanks: npm run test:treebanks.
      'test/**/treebanks.test.ts',
    ],
    testTimeout: 60_000,
  },
});
