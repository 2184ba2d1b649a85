// Creates folders, optionally private to the user.
import fs from 'node:fs/promises';
import { reasonOf } from './input.js';

/** Creates a folder and its parents, unless it exists. */
export async function makeFolder(folder: string): Promise<void> {
  await make(folder);
}

/**
 * Creates a folder that only the user can enter. In a shared place it may already exist: then it must belong to the
 * user and be closed to others, who could otherwise read and write its files.
 */
export async function makePrivateFolder(folder: string, user = process.getuid?.()): Promise<void> {
  await make(folder, 0o700);
  // Windows has a different permission model, and a temporary folder per user.
  if (user === undefined) return;
  // Not stat: a link may point anywhere, no matter who owns it.
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
