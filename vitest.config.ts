import { defineConfig } from 'vitest/config';

/** What all suites in Node share. */
export const shared = {
  setupFiles: ['test/support/seed.ts', 'test/support/detachingMemory.ts'],
  testTimeout: 60_000,
};

// These need treebanks: npm run test:treebanks.
const treebanks = 'test/**/treebanks.test.ts';
// These need Chromium: npm run test:browser, npm run test:web and npm run check:package.
const chromium = 'test/{browser,web,package}/**';
// They start processes and threads, or turn what belongs to the whole process.
const ofProcess = 'test/{files,node,jobs,experiment,server,options,cli,entries}/**';

export default defineConfig({
  test: {
    // On two cores vitest would take one.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...shared,
          name: 'rooms',
          include: ['test/**/*.test.ts'],
          exclude: [treebanks, chromium, ofProcess],
          // Nothing here outlives its file but modules, which need not be loaded again for the next.
          isolate: false,
          pool: 'threads',
        },
      },
      { test: { ...shared, name: 'process', include: [`${ofProcess}/*.test.ts`], exclude: [treebanks] } },
    ],
  },
});
