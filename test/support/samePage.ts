// Compares the trees of a page with those of Node.
import { expect } from 'vitest';
import type { TextParser } from '../../src/library/textParser.js';

/** All of CoNLL-U but the probabilities, and these. */
function apart(conllu: string): { text: string; probabilities: number[] } {
  const probabilities: number[] = [];
  const text = conllu.replace(/\|?Confidence=([\d.]+)/g, (_, probability) => {
    probabilities.push(Number(probability));
    return '';
  });
  return { text, probabilities };
}

/** Parses a text and expects this CoNLL-U, with the probabilities of arcs. */
export async function expectSame(parser: TextParser, text: string, conllu: string): Promise<void> {
  const trees = await parser.parse(text, { marginals: true });
  const here = apart(trees.map((tree) => tree.toConllu()).join(''));
  const there = apart(conllu);
  expect(here.text).toBe(there.text);
  expect(here.probabilities.length).toBeGreaterThan(10);
  // Who multiplies the matrices rounds in his own way.
  for (const [at, probability] of here.probabilities.entries()) {
    expect(Math.abs(probability - there.probabilities[at])).toBeLessThan(0.002);
  }
}
