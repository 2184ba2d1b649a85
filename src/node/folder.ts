// Folders of the disk.
import fs from 'node:fs/promises';
import { reasonOf } from './input.js';

/** Makes a folder with those that it stands in, unless it is there. */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  try {
    await fs.mkdir(folder, { recursive: true, mode });
  } catch (error) {
    throw new Error(`The folder ${folder} cannot be made: ${reasonOf(error)}.`);
  }
}
