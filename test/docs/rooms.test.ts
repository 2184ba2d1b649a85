// The rooms of src/ keep the order that CONTRIBUTING.md has, and are drawn there as they are.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { roomGraph, roomOrder, withDrawing } from '../../scripts/roomGraph.js';

const page = readFileSync('CONTRIBUTING.md', 'utf8');
const graph = roomGraph('.', roomOrder(page));

describe('the rooms', () => {
  it('keep their order', () => {
    expect(graph.violations).toEqual([]);
  });

  it('are drawn as npm run rooms -- --write draws them', () => {
    expect(page).toBe(withDrawing(page, graph));
  });
});

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** The graph of four rooms, the last one in Node, with these files. */
function graphOf(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'arcwise-rooms-'));
  folders.push(folder);
  const all = { 'top/a.ts': '', 'middle/b.ts': '', 'low/c.ts': '', 'node/d.ts': '', ...files };
  for (const [name, source] of Object.entries(all)) {
    const path = join(folder, 'src', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, source);
  }
  return roomGraph(
    folder,
    roomOrder('only from rooms above its own: `top`, `middle`, `low`, then `node`. Down to'),
  );
}

describe('a graph of rooms', () => {
  it('counts what is imported and started', () => {
    const { edges, violations, files } = graphOf({
      'middle/b.ts': `import type { A } from '../top/a.js';\nexport * from '../top/a.js';`,
      'low/c.ts': `type A = import('../top/a.js').A;\nimport './e.js';\nimport '../middle/b.js';`,
      'low/e.ts': `const verbs = { a: () => import('../top/a.js') };`,
      'node/d.ts': `import 'node:fs';\nnew Worker(new URL('../top/a.js', import.meta.url));`,
    });
    expect(violations).toEqual([]);
    expect(files.get('low')).toEqual(['src/low/c.ts', 'src/low/e.ts']);
    expect(Object.fromEntries([...edges].map(([room, to]) => [room, Object.fromEntries(to)]))).toEqual({
      top: {},
      middle: { top: 2 },
      low: { top: 2, middle: 1 },
      node: { top: 1 },
    });
  });

  it.each([
    ["import { b } from '../middle/b.js';", 'imports ../middle/b.js, of a room below its own.'],
    ["const b = await import('../low/c.js');", 'imports ../low/c.js, of a room below its own.'],
    ["const b = new URL('../node/d.js', import.meta.url);", 'starts ../node/d.js, of a room below its own.'],
    ['spawn(`$' + '{root}/dist/node/d.js`);', 'starts /dist/node/d.js, of a room below its own.'],
    ["import { load } from '../index.js';", 'imports ../index.js, which is in no room.'],
    ["import { join } from 'node:path';", 'imports node:path, which pages do not have.'],
    ["import { Counter } from 'prom-client';", 'imports prom-client, which pages do not have.'],
  ])('refuses %s', (source, violation) => {
    expect(graphOf({ 'top/a.ts': source }).violations).toEqual([`src/top/a.ts ${violation}`]);
  });

  it('refuses rooms that are too large, and folders that are none', () => {
    const many = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`low/c${at}.ts`, '']));
    expect(graphOf({ ...many, 'attic/f.ts': '' }).violations).toEqual([
      'src/attic is not listed as a room.',
      'low has 26 files, more than 25.',
    ]);
  });

  it('refuses files, and exported things, of one name', () => {
    const { violations } = graphOf({
      'top/a.ts': 'export interface Tree {}\nexport const run = 1;\nconst own = 1;',
      'middle/a.ts': 'export class Tree {}\nexport function run() {}\nconst own = 2;',
      'low/c.ts': `export type { Tree } from '../top/a.js';\nexport const [leaf, root] = [1, 2], Tree = 3;`,
    });
    expect(violations).toEqual([
      'src/top/a.ts and src/middle/a.ts have the same name.',
      'src/top/a.ts and src/middle/a.ts both export Tree.',
      'src/middle/a.ts and src/low/c.ts both export Tree.',
    ]);
  });

  it('is drawn without what follows', () => {
    const graph = graphOf({
      'middle/b.ts': `import '../top/a.js';`,
      'low/c.ts': `import '../top/a.js';\nimport '../middle/b.js';`,
      'node/d.ts': `import '../top/a.js';`,
    });
    const drawn = ['flowchart BT', '  middle --> top', '  low --> middle', '  node --> top'].join('\n');
    expect(withDrawing('```mermaid\nold\n```\n', graph)).toBe(`\`\`\`mermaid\n${drawn}\n\`\`\`\n`);
  });
});
