import { expect, it } from 'vitest';
import { newSentence, newWord, type Sentence } from '../../src/conllu/sentence.js';
import type { ParseOptions } from '../../src/pipeline/options.js';
import { streamBatches } from '../../src/pipeline/pipeline.js';
import { treesOf, workOf } from '../../src/pipeline/work.js';

async function lengthsOf(lengths: readonly number[], options: ParseOptions): Promise<number[][]> {
  const sentences = async function* (): AsyncGenerator<Sentence> {
    for (const n of lengths) yield newSentence(Array.from({ length: n }, (_, at) => newWord(at + 1, 'a')));
  };
  const found: number[][] = [];
  for await (const batch of streamBatches(sentences(), options))
    found.push(batch.map(({ words }) => words.length));
  return found;
}

it('is the words of plain parsing, and more for whatever is asked besides', () => {
  expect([0, 1, 500].map((n) => workOf(n, {}))).toEqual([0, 1, 500]);
  expect(workOf(300, { tag: true, decoder: 'greedy' })).toBe(300);
  expect(workOf(300, { marginals: true })).toBe(300 + 1800);
  expect(workOf(300, { rivals: 2 })).toBe(300 + 1800);
  expect(workOf(300, { kBest: 101 })).toBe(300 + 450 + 600);
  expect(workOf(300, { kBest: 1 })).toBe(300 + 450);
  expect(workOf(300, { decoder: 'beam', beam: 51 })).toBe(300 + 300);
  expect(workOf(50, { decoder: 'beam' })).toBe(57);
  // Too long for exact decoding.
  expect(workOf(501, { marginals: true, kBest: 9 })).toBe(501);
  expect(workOf(11, { marginals: true, maxLength: 10 })).toBe(11);
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
  // 200 + 533 each.
  expect(await lengthsOf(lengths, { marginals: true })).toEqual([
    [200, 200, 200],
    [200, 200, 200],
    [200, 200, 200],
    [200],
  ]);
  expect(await lengthsOf([500, 500], { marginals: true })).toEqual([[500], [500]]);
});
