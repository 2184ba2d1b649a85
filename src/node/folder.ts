// Folders of the disk.
import fs from 'node:fs/promises';
import { reasonOf } from './input.js';

/** Makes a folder with those that it stands in, unless it is there. */
export async function makeFolder(folder: string): Promise<void> {
  await make(folder);
}

/**
 * Makes a folder that only its user can enter. In a place where anybody may make folders it may be there already: then it
 * must be one that the user has made, and that is closed to others, or else they would read and write what is in it.
 */
export async function makePrivateFolder(folder: string, user = process.getuid?.()): Promise<void> {
  await make(folder, 0o700);
  // Windows has other rights, and a folder for temporary files per user.
  if (user === undefined) return;
  // A link may lead anywhere, whoever owns it.
  const found = await fs.lstat(folder);
  if (!found.isDirectory()) throw new Error(`${folder} is not a folder: remove it.`);
  if (found.uid !== user) {
    throw new Error(`The folder ${folder} belongs to another user: set TMPDIR to a folder of your own.`);
  }
  if ((found.mode & 0o077) !== 0) {
    throw new Error(`The folder ${folder} is open to other users: remove it, or close it with chmod 700.`);
  }
}

async function make(folder: string, mode?: number): Promise<void> {
  try {
    await fs.mkdir(folder, { recursive: true, mode });
  } catch (error) {
    throw new Error(`The folder ${folder} cannot be made: ${reasonOf(error)}.`);
  }
}
