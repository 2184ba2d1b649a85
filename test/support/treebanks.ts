// Finds the treebanks that tests may use when they are there: ../shared/data beside the project, or ARCWISE_DATA.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = process.env.ARCWISE_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));

/** The CoNLL-U files found, named from the data folder on: `ewt/dev.conllu`. Empty where there is no such folder. */
export const treebanks: string[] = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.conllu'))
      .map((name) => name.replaceAll(sep, '/'))
      .sort()
  : [];

/** The bytes of one of them. */
export function treebankBytes(name: string): Uint8Array {
  return readFileSync(join(folder, name));
}
