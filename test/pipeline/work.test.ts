import { expect, it } from 'vitest';
import { newSentence, newWord, type Sentence } from '../../src/conllu/sentence.js';
import type { ParseOptions } from '../../src/pipeline/options.js';
import { streamBatches } from '../../src/pipeline/pipeline.js';
import { decodingGrowthOf, noDecoding, treesOf, workOf } from '../../src/pipeline/work.js';

async function lengthsOf(
  lengths: readonly number[],
  options: ParseOptions,
  growth = cubic,
): Promise<number[][]> {
  const sentences = async function* (): AsyncGenerator<Sentence> {
    for (const n of lengths) yield newSentence(Array.from({ length: n }, (_, at) => newWord(at + 1, 'a')));
  };
  const found: number[][] = [];
  for await (const batch of streamBatches(sentences(), growth, options))
    found.push(batch.map(({ words }) => words.length));
  return found;
}

const cubic = { power: 3, longest: 500 };

it('is the words of plain parsing, and more for whatever is asked besides', () => {
  const work = (n: number, options: ParseOptions) => workOf(n, options, cubic);
  expect([0, 1, 400].map((n) => work(n, {}))).toEqual([0, 1 + 1 / 200_000, 400 + 320]);
  expect(work(300, { tag: true, decoder: 'greedy' })).toBe(300);
  expect(work(300, { marginals: true })).toBe(300 + 135 + 1800);
  expect(work(300, { rivals: 2 })).toBe(300 + 135 + 1800);
  expect(work(300, { kBest: 101 })).toBe(300 + 135 + 450 + 600);
  expect(work(300, { kBest: 1 })).toBe(300 + 135 + 450);
  expect(work(300, { decoder: 'beam', beam: 51 })).toBe(300 + 300);
  expect(work(50, { decoder: 'beam' })).toBe(57);
  // Too long for exact decoding.
  expect(work(501, { marginals: true, kBest: 9 })).toBe(501);
  expect(work(11, { marginals: true, maxLength: 10 })).toBe(11);
});

it('grows as the structured model says', () => {
  const standard = { power: 4, longest: 200 };
  expect(workOf(100, {}, standard)).toBe(100 + 500);
  expect(workOf(100, { marginals: true }, standard)).toBeCloseTo(100 + 500 + 1e8 / 15_000);
  expect(workOf(201, { marginals: true }, standard)).toBe(201);
  // To find the best spanning tree is faster than to sum over all of them.
  const spanning = { power: 2, longest: 500 };
  expect(workOf(300, {}, spanning)).toBe(300 + 0.45);
  expect(workOf(300, { marginals: true }, spanning)).toBe(300 + 0.45 + 1800);
  expect(workOf(300, {}, noDecoding)).toBe(300);
});

it('of an ensemble grows like its slowest member', () => {
  const members = [
    { power: 3, longest: 500 },
    { power: 4, longest: 200 },
    { power: 2, longest: 500 },
  ];
  expect(decodingGrowthOf(members.map((structure) => ({ structure })))).toEqual({ power: 4, longest: 200 });
  expect(decodingGrowthOf([])).toBe(noDecoding);
});

it('counts no more trees than there are', () => {
  // The projective trees of one to five words.
  for (const [at, count] of [1, 3, 12, 55, 273].entries()) {
    expect(treesOf(at + 1, 1000)).toBeGreaterThanOrEqual(count);
  }
  expect([0, 1, 2, 9].map((n) => treesOf(n, 100))).toEqual([1, 1, 5, 100]);
  expect(treesOf(9)).toBe(1);
});

it('ends a batch whose words are few', async () => {
  const lengths = new Array(10).fill(200);
  expect(await lengthsOf(lengths, {})).toEqual([new Array(5).fill(200), new Array(5).fill(200)]);
  // 200 + 40 + 533 each.
  expect(await lengthsOf(lengths, { marginals: true })).toEqual([
    [200, 200, 200],
    [200, 200, 200],
    [200, 200, 200],
    [200],
  ]);
  expect(await lengthsOf([500, 500], { marginals: true })).toEqual([[500], [500]]);
  // Arc-standard takes 8,200 for one.
  expect(await lengthsOf([200, 200], {}, { power: 4, longest: 200 })).toEqual([[200], [200]]);
});
