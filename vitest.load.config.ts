// A thousand hostile requests to the service, and those that cost as much as they can: npm run test:load.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/server/*.load.ts'], testTimeout: 600_000, hookTimeout: 60_000 },
});
