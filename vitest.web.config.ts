// The page in headless Chromium, built and served as a static host does it: npm run test:web.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/web/*.test.ts'],
    globalSetup: 'test/support/builtPage.ts',
    // Each file has a browser of its own, which takes the whole machine.
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
