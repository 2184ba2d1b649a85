// The suite of published weights, which fetches them and onnxruntime from the registry: npm run test:pretrained.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/pretrained/*.published.ts'], testTimeout: 600_000, hookTimeout: 900_000 },
});
