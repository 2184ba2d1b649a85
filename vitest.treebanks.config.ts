// The suites over whole treebanks, those of the folder that ARCWISE_DATA names: npm run test:treebanks.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/**/treebanks.test.ts'], testTimeout: 600_000 },
});
