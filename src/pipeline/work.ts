// How much work a sentence is, in words of plain parsing, so that batches take about equally long whatever is asked for.
// The rates are measured with the English model: most of a short sentence's time goes to its encoder, word by word.
import type { StructuredModel } from '../parser/structuredModel.js';
import { defaultBeam, type ParseOptions } from './options.js';

/** How the time of decoding grows with the length, and up to which length sentences are decoded exactly. */
export type DecodingGrowth = Pick<StructuredModel, 'power' | 'longest'>;

/** Where nothing is decoded: words are tagged at most. */
export const noDecoding: DecodingGrowth = { power: 1, longest: 0 };

/** The growth of several parsers together: that of the slowest, up to where all of them decode exactly. */
export function decodingGrowthOf(parsers: readonly { readonly structure: DecodingGrowth }[]): DecodingGrowth {
  if (parsers.length === 0) return noDecoding;
  return {
    power: Math.max(...parsers.map(({ structure }) => structure.power)),
    longest: Math.min(...parsers.map(({ structure }) => structure.longest)),
  };
}

/** The steps of exact decoding that take as long as a word. */
const DECODED_STEPS = 200_000;
/** The steps of the log semiring that take as long as a word. */
const LOG_STEPS = 15_000;
/** The steps that prepare the k best trees. */
const RANKED_STEPS = 60_000;
/** The words of further trees, or of further items of a beam, that take as long as a word. */
const FURTHER_WORDS = 50;

/** The least power of what goes through all trees, even where the best is found faster. */
const ALL_TREES = 3;

/** The work of a sentence of n words. */
export function workOf(n: number, options: ParseOptions, { power, longest }: DecodingGrowth): number {
  const { kBest, marginals, rivals, decoder = 'exact', beam, maxLength = longest } = options;
  // It is parsed greedily, whatever is asked for.
  if (n > maxLength) return n;
  const ofAllTrees = n ** Math.max(power, ALL_TREES);
  const width = decoder === 'beam' ? (beam ?? defaultBeam) : 1;
  return (
    n +
    (decoder === 'exact' ? n ** power / DECODED_STEPS : 0) +
    (marginals || rivals ? ofAllTrees / LOG_STEPS : 0) +
    (kBest ? ofAllTrees / RANKED_STEPS : 0) +
    (n * (treesOf(n, kBest) + width - 2)) / FURTHER_WORDS
  );
}

/** The trees that a sentence of n words has at most, of those that are asked for: short ones have few. */
export function treesOf(n: number, kBest = 1): number {
  return Math.min(kBest, 5 ** Math.max(n - 1, 0));
}
