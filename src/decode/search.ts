// What greedy and beam search share: how transitions are scored.

import type { Configuration } from '../transition/configuration.js';

/** Writes one score for each transition of the system, legal or not; scores are numbers, the higher the better. */
export type TransitionScorer = (configuration: Configuration, out: Float32Array) => void;

/** What a greedy or beam search is asked for. */
export interface SearchOptions {
  /** Whether ROOT gets exactly one dependent. */
  readonly singleRoot?: boolean;
}
