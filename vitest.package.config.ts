// The package as others get it, in Node, in a TypeScript project and in a page: npm run check:package.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/package/*.test.ts'], testTimeout: 300_000, hookTimeout: 600_000 },
});
