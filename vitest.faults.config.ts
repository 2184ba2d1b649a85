// Kills and faults of the disk, all of them: npm run test:faults. ARCWISE_KILLS=20 makes it shorter.
import { defineConfig } from 'vitest/config';
import { FaultCounts } from './test/support/faultCounts.js';

export default defineConfig({
  test: {
    include: ['test/faults/*.long.ts'],
    env: { ARCWISE_KILLS: process.env.ARCWISE_KILLS ?? '200' },
    // They wait for programs more than they compute.
    maxWorkers: 4,
    maxConcurrency: 4,
    testTimeout: 3_600_000,
    hookTimeout: 300_000,
    reporters: ['default', new FaultCounts()],
  },
});
