// Killed programs, failing disks, odd texts, damaged files and grids of trainings: npm run test:long.
import { defineConfig } from 'vitest/config';
import { long, shared } from './vitest.config.js';

export default defineConfig({
  test: { ...shared, pool: 'forks', include: long, testTimeout: 300_000, hookTimeout: 60_000 },
});
