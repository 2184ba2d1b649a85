// The suite of the queue, which needs a real Redis: npm run test:queue.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/experiment/*.redis.ts'], testTimeout: 300_000, hookTimeout: 60_000 },
});
