// What greedy and beam search share: the scoring of transitions, and the options.

import type { Configuration } from '../transition/configuration.js';

/** Writes one score per transition of the system, legal or not. Higher is better; NaN is not allowed. */
export type TransitionScorer = (configuration: Configuration, out: Float32Array) => void;

/** The options of greedy and beam search. */
export interface SearchOptions {
  /** Whether ROOT must have exactly one dependent. */
  readonly singleRoot?: boolean;
}
