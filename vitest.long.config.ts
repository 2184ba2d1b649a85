// What takes minutes: killed programs, failing disks, odd texts, damaged files, grids, large sizes: npm run test:long.
import { defineConfig } from 'vitest/config';
import { shared } from './vitest.config.js';

export default defineConfig({
  test: {
    ...shared,
    include: ['test/**/*.long.ts'],
    maxWorkers: '100%',
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
});
