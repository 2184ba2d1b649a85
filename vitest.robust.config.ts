// Ten thousand texts that are hard to take, which need some minutes: npm run test:robust.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/robust/tenThousand.ts'], testTimeout: 7_200_000, disableConsoleIntercept: true },
});
