import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makePrivateFolder } from '../../src/files/folder.js';

const user = process.getuid?.() ?? 0;
const parent = mkdtempSync(join(tmpdir(), 'arcwise-folder-'));
afterAll(() => rmSync(parent, { recursive: true }));

function made(name: string, mode: number): string {
  const folder = join(parent, name);
  mkdirSync(folder);
  chmodSync(folder, mode);
  return folder;
}

// Windows has no such rights.
describe.skipIf(!process.getuid)('a private folder', () => {
  it('is made so that only its user can enter it, and is found again', async () => {
    const folder = join(parent, 'new');
    await makePrivateFolder(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    await makePrivateFolder(folder);
  });

  it.each([0o777, 0o770, 0o750, 0o701, 0o720])('is not trusted with the mode %o', async (mode) => {
    const folder = made(`open-${mode}`, mode);
    await expect(makePrivateFolder(folder)).rejects.toThrow(/ is open to other users: remove it/);
  });

  it('is not trusted if another user has made it', async () => {
    const folder = made('foreign', 0o700);
    await expect(makePrivateFolder(folder, user + 1)).rejects.toThrow(/ belongs to another user: set TMPDIR/);
    await makePrivateFolder(folder, user);
  });

  it('is not trusted if it is a link', async () => {
    const link = join(parent, 'link');
    symlinkSync(made('target', 0o700), link);
    await expect(makePrivateFolder(link)).rejects.toThrow(/ is not a folder/);
  });

  it('says why it cannot be made', async () => {
    writeFileSync(join(parent, 'file'), '');
    await expect(makePrivateFolder(join(parent, 'file'))).rejects.toThrow(
      /cannot be made: file already exists/,
    );
  });
});
