// Hashes that identify files and jobs by their content.
import { createHash } from 'node:crypto';
import { openFile } from './files.js';

/** The hash of a file's content. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of await openFile(path)) hash.update(chunk);
  return hash.digest('hex');
}

/** Names something derived from this data; short enough to read. */
export function hashOf(data: unknown): string {
  return createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 16);
}
