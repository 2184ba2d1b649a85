// A folder for the files of a suite, which is removed after it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

export function temporaryFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'arcwise-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  /** Writes a file and returns its path. */
  const file = (name: string, content: string): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  return { folder, file };
}
