// arcwise/evaluate: scores of trees and tags, and significance tests.
import type { Sentence } from '../conllu/sentence.js';
import { type Report, type ReportOptions, reportOn } from '../evaluate/report.js';
import { layTreebank } from '../evaluate/treebank.js';

export type { Difference, Differences } from '../evaluate/bootstrap.js';
export type { DistanceRates, LabelRates, LengthScores } from '../evaluate/breakdown.js';
export type { Calibration, ConfidenceBin } from '../evaluate/calibration.js';
export type { Confusion, LabelError, Mention } from '../evaluate/confusion.js';
export type { Breakdown, ConfusionSummary, Report } from '../evaluate/report.js';
export { reportText } from '../evaluate/reportText.js';
export type { Punctuation, TreeScores } from '../evaluate/scores.js';
export type { Metric, SharedTask } from '../evaluate/sharedTask.js';

/** What to report in addition to the scores. */
export interface EvaluateOptions extends Omit<ReportOptions, 'compare'> {
  /** The sentences of a second system to compare with. */
  readonly compare?: Iterable<Sentence>;
}

/**
 * Compares the sentences of a system with the gold ones: attachment scores, the table of the CoNLL 2018 shared task, and
 * what the options request. The tokens may differ, but the text must be the same.
 */
export function evaluate(
  gold: Iterable<Sentence>,
  system: Iterable<Sentence>,
  { compare, ...options }: EvaluateOptions = {},
): Report {
  return reportOn(layTreebank(gold, 'gold'), layTreebank(system, 'system'), {
    ...options,
    ...(compare && { compare: layTreebank(compare, 'the other system') }),
  });
}
