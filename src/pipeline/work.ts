// How much work a sentence is, in words of plain parsing, so that batches take about equally long whatever is asked for.
// The rates are measured with the English model: most of a short sentence's time goes to its encoder, word by word.
import { defaultBeam, defaultMaxLength, type ParseOptions } from './options.js';

/** The n³ steps of the log semiring that take as long as a word. */
const LOG_STEPS = 15_000;
/** The n³ steps that prepare the k best trees. */
const RANKED_STEPS = 60_000;
/** The words of further trees, or of further items of a beam, that take as long as a word. */
const FURTHER_WORDS = 50;

/** The work of a sentence of n words. */
export function workOf(n: number, options: ParseOptions): number {
  const { kBest, marginals, rivals, decoder, beam, maxLength = defaultMaxLength } = options;
  // It is parsed greedily, whatever is asked for.
  if (n > maxLength) return n;
  const cube = n ** 3;
  const width = decoder === 'beam' ? (beam ?? defaultBeam) : 1;
  return (
    n +
    (marginals || rivals ? cube / LOG_STEPS : 0) +
    (kBest ? cube / RANKED_STEPS : 0) +
    (n * (treesOf(n, kBest) + width - 2)) / FURTHER_WORDS
  );
}

/** The trees that a sentence of n words has at most, of those that are asked for: short ones have few. */
export function treesOf(n: number, kBest = 1): number {
  return Math.min(kBest, 5 ** Math.max(n - 1, 0));
}
