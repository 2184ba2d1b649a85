// The rooms of src/ in the order that CONTRIBUTING.md gives: each imports from those above it, and only the last ones
// from Node.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const said = /only from rooms above its own: (.*?)\. Down to/.exec(readFileSync('CONTRIBUTING.md', 'utf8'));
const [anywhere, inNode] = (said?.[1] ?? '')
  .split(', then ')
  .map((names) => [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name));
const rooms = [...anywhere, ...inNode];

/** Packages that run in a page as well. */
const inPages = ['@huggingface/tokenizers'];

const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());

/** Everything that the files of a room import. */
function importsOf(room: string): { file: string; from: string }[] {
  return readdirSync(`src/${room}`).flatMap((name) => {
    const file = `src/${room}/${name}`;
    const imports = readFileSync(file, 'utf8').matchAll(
      /(?:^(?:import|export)\b[^;']* from |^import |\bimport\()'([^']+)'/gm,
    );
    return [...imports].map(([, from]) => ({ file, from }));
  });
}

test('the order names every room', () => {
  expect(folders.map(({ name }) => name).sort()).toEqual([...rooms].sort());
});

test.each(rooms)('%s imports from rooms above', (room) => {
  const imports = importsOf(room);
  const allowed = [room, ...rooms.slice(0, rooms.indexOf(room))];
  const wrong = imports.filter(({ from }) => {
    if (from.startsWith('./')) return false;
    if (from.startsWith('../')) return !allowed.includes(from.split('/')[1]);
    return !inNode.includes(room) && !inPages.includes(from);
  });
  expect(imports).not.toHaveLength(0);
  expect(wrong).toEqual([]);
});
