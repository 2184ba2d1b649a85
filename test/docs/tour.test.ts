// The tour leads from each idea of the paper to exactly one file, and to another one for each idea.
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readPage } from '../support/markdown.js';

const rows = [...readPage('docs/tour.md').matchAll(/^\| (§.*?) +\| (.*?) +\|$/gm)];

it('covers the sections of the paper', () => {
  const sections = rows.map(([, idea]) => idea.split(',')[0]);
  expect([...new Set(sections)]).toEqual(['§2', '§3.1', '§3.2', '§4.1', '§4.2', '§5', '§6']);
});

it.each(rows.map(([, idea, place]) => [idea, place]))('%s: %s', (_, place) => {
  const [, file] = /^`(src\/[\w/]+\.ts)`$/.exec(place) ?? [];
  expect(file && existsSync(file)).toBe(true);
});

it('names a different file for each idea', () => {
  expect(new Set(rows.map(([, , place]) => place)).size).toBe(rows.length);
});
