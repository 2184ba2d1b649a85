// The encoder for worker threads, which know nothing of TypeScript until told.
import { register } from 'tsx/esm/api';

register();
export const { createReplica } = await import('./encoder.ts');
