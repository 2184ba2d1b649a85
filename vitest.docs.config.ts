// The commands and programs of README and docs/, run: npm run test:docs.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/docs/*.docs.ts'], testTimeout: 600_000, hookTimeout: 120_000 },
});
