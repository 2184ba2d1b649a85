// The suites of the rooms that run in a page, run in headless Chromium: npm run test:browser.
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
];

export default defineConfig({
  test: {
    include: [
      'test/{conllu,tree,transition,deduction,engine,decode,nn}/**/*.test.ts',
      'test/parser/parser.test.ts',
      'test/{library,browser}/**/*.test.ts',
    ],
    setupFiles: ['test/support/seed.ts', 'test/support/detachingMemory.ts'],
    globalSetup: 'test/support/treesInNode.ts',
    // These read treebanks from the disk.
    exclude: ['test/**/treebanks.test.ts'],
    testTimeout: 120_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
