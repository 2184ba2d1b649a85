// The treebanks that tests may use: those in the folder that ARCWISE_DATA names. Without it there are none, and the
// suites over them are skipped.
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { TestRunner } from 'vitest';

const folder = process.env.ARCWISE_DATA;

/** The CoNLL-U files of the folder, named from there on: `ewt/dev.conllu`. */
export const treebanks: readonly string[] = folder
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.conllu'))
      .map((name) => name.replaceAll(sep, '/'))
      .sort()
  : [];

/** Whether all of these are there. */
export function hasTreebanks(...names: string[]): boolean {
  return names.every((name) => treebanks.includes(name));
}

/** The bytes of a file of the folder. Only tests may read: what collects them also runs where there is no folder. */
export function treebankBytes(name: string): Uint8Array {
  if (!folder || !TestRunner.getCurrentTest()) throw new Error(`${name} is read outside of a test.`);
  return readFileSync(join(folder, name));
}
