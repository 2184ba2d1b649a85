// The calibration of a system's probabilities: of the arcs at 0.9, nine in ten should be right.
import { confidenceOf } from '../conllu/confidence.js';
import { type Alignment, hasRightHead } from './alignment.js';
import { countingWords, type Punctuation } from './scores.js';
import { none } from './treebank.js';

/** The arcs with a probability in one tenth of the range. */
export interface ConfidenceBin {
  readonly from: number;
  readonly to: number;
  readonly arcs: number;
  /** The mean probability, and the share of arcs with the right head, both in per cent. */
  readonly confidence: number;
  readonly accuracy: number;
}

/** How well arc probabilities agree with accuracy. */
export interface Calibration {
  readonly bins: readonly ConfidenceBin[];
  /** The expected calibration error: the mean distance of confidence and accuracy over all arcs, in points. */
  readonly error: number;
}

const BINS = 10;

/** Throws an Error if a word of the system has no probability. */
export function calibration(alignment: Alignment, punctuation: Punctuation): Calibration {
  const { system, goldOf } = alignment;
  const counting = countingWords(alignment, punctuation);
  const sums = Array.from({ length: BINS }, () => ({ arcs: 0, confidence: 0, right: 0 }));
  system.words.forEach(({ word }, s) => {
    if (!counting.system[s]) return;
    const probability = confidenceOf(word.misc);
    if (probability === undefined) {
      throw new Error(`${system.name} does not have the probability of every arc: parse with --marginals.`);
    }
    const sum = sums[Math.min(BINS - 1, Math.floor(BINS * probability))];
    sum.arcs++;
    sum.confidence += probability;
    if (goldOf[s] !== none && hasRightHead(alignment, goldOf[s])) sum.right++;
  });
  const bins = sums.flatMap(({ arcs, confidence, right }, at) =>
    arcs === 0
      ? []
      : [
          {
            from: at / BINS,
            to: (at + 1) / BINS,
            arcs,
            confidence: (100 * confidence) / arcs,
            accuracy: (100 * right) / arcs,
          },
        ],
  );
  const all = bins.reduce((sum, { arcs }) => sum + arcs, 0);
  const error = bins.reduce(
    (sum, { arcs, confidence, accuracy }) => sum + (arcs / all) * Math.abs(confidence - accuracy),
    0,
  );
  return { bins, error };
}
