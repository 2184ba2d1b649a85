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
  // With these headers a page is cross-origin isolated, and shares memory with its workers.
  server: {
    headers: {
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    },
  },
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
