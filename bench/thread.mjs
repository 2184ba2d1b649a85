// The encoder for worker threads, which need a loader for TypeScript.
import { register } from 'tsx/esm/api';

register();
export const { createReplica } = await import('./encoder.ts');
