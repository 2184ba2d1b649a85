// A thousand hostile requests to the service: npm run test:load.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/server/*.load.ts'], testTimeout: 600_000, hookTimeout: 60_000 },
});
