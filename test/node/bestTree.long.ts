// The shipped model learned the likelihood of trees: its best tree is the most probable one, however it is asked.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { load } from '../../src/node/load.js';

it('is the first of the k best, on every sentence of our own pages', async () => {
  const parser = await load();
  const text = ['training', 'limits', 'explorer']
    .map((page) => readFileSync(new URL(`../../docs/${page}.md`, import.meta.url), 'utf8'))
    .join('\n\n');
  const heads = async (options: { kBest?: number }) =>
    (await parser.parse(text, options)).map(({ words }) => words.map(({ head, deprel }) => [head, deprel]));
  const best = await heads({});
  expect(best.length).toBeGreaterThan(100);
  expect(await heads({ kBest: 1 })).toEqual(best);
});
