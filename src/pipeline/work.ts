// Estimates the work of a sentence, in words of plain parsing, so that batches take about equally long with any
// options. The rates were measured with the English model, which spends most of a short sentence's time in the encoder.
import type { StructuredModel } from '../structure/structuredModel.js';
import { defaultBeam, type ParseOptions } from './options.js';

/** How decoding time grows with the length, and the longest sentence that is decoded exactly. */
export type DecodingGrowth = Pick<StructuredModel, 'power' | 'longest'>;

/** For work without decoding, such as tagging. */
export const noDecoding: DecodingGrowth = { power: 1, longest: 0 };

/** The growth of several parsers: the slowest one's, up to the length that all of them decode exactly. */
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
/** The steps of preparing k-best trees that take as long as a word. */
const RANKED_STEPS = 60_000;
/** The words of additional trees, or of additional beam items, that take as long as a word. */
const FURTHER_WORDS = 50;

/** The minimum power of algorithms over all trees, even if finding the best one is faster. */
const ALL_TREES = 3;

/** The work of a sentence of n words. */
export function workOf(n: number, options: ParseOptions, { power, longest }: DecodingGrowth): number {
  const { kBest, marginals, rivals, decoder = 'exact', beam, maxLength = longest } = options;
  // It is parsed greedily or in pieces, whatever the options.
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

/** An upper bound on the trees returned for n words: short sentences have few. */
export function treesOf(n: number, kBest = 1): number {
  return Math.min(kBest, 5 ** Math.max(n - 1, 0));
}
