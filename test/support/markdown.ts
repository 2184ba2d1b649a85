// The Markdown pages of the repository, and the blocks of code in them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** What is made, fetched or kept by others than the authors. */
const foreign = new Set(['.git', 'node_modules', 'dist', 'build', 'work']);

function* walk(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (foreign.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else yield path.replaceAll('\\', '/');
  }
}

/** Every file of the repository, by its path from the root. */
export const files: readonly string[] = [...walk('')];

/** The pages that users read: their commands run. */
export const pages: readonly string[] = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

export function readPage(page: string): string {
  return readFileSync(join(root, page), 'utf8');
}

export interface Block {
  readonly page: string;
  /** Of its first line within the page. */
  readonly line: number;
  /** Empty for what a command prints. */
  readonly language: string;
  readonly text: string;
  /** The file that the line above says it is, as in: Put this into `parse.ts`: */
  readonly file?: string;
}

export function blocksOf(page: string): Block[] {
  const lines = readPage(page).split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    const fence = /^```(\w*)/.exec(lines[at]);
    if (!fence) continue;
    const end = lines.indexOf('```', at + 1);
    if (end < 0) throw new Error(`${page}:${at + 1}: the block has no end.`);
    const above = lines
      .slice(0, at)
      .reverse()
      .find((line) => line !== '');
    const file = /`([\w./-]+\.\w+)`[^`]*:$/.exec(above ?? '')?.[1];
    blocks.push({
      page,
      line: at + 2,
      language: fence[1],
      text: lines
        .slice(at + 1, end)
        .map((line) => `${line}\n`)
        .join(''),
      file: fence[1] === '' || fence[1] === 'sh' ? undefined : file,
    });
    at = end;
  }
  return blocks;
}
