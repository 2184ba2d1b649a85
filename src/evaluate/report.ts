// The whole evaluation of a system as one object: `--json` prints it, and the text is made from it.
import { align } from './alignment.js';
import { bootstrap, type Differences, defaultSamples } from './bootstrap.js';
import {
  byDistance,
  byLabel,
  byLength,
  type DistanceRates,
  type LabelRates,
  type LengthScores,
} from './breakdown.js';
import { type Calibration, calibration } from './calibration.js';
import { type Confusion, confusions, type LabelError } from './confusion.js';
import { type Punctuation, scores, type TreeScores, talliesOf } from './scores.js';
import { type SharedTask, sharedTask } from './sharedTask.js';
import type { Treebank } from './treebank.js';

export const breakdowns = ['label', 'length', 'distance', 'confidence'] as const;
/** What a report can be broken down by. */
export type Breakdown = (typeof breakdowns)[number];

export interface ReportOptions {
  /** If `without`, scores and everything after the shared task's table exclude punctuation. */
  punctuation?: Punctuation;
  by?: Breakdown;
  /** Lists the words with this gold label that the system labelled otherwise. */
  errors?: readonly [gold: string, system: string];
  /** A second system, to compare the first with. */
  compare?: Treebank;
}

/** A confusion with only its first error. */
export interface ConfusionSummary extends Omit<Confusion, 'errors'> {
  example: LabelError;
}

/** The whole evaluation of a system. */
export interface Report {
  gold: string;
  system: string;
  scores: TreeScores[];
  sharedTask: SharedTask;
  /** Whether punctuation counts in all that follows. */
  punctuation: Punctuation;
  labels?: LabelRates[];
  confusions?: ConfusionSummary[];
  lengths?: LengthScores[];
  distances?: DistanceRates[];
  calibration?: Calibration;
  errors?: Confusion;
  comparison?: { system: string; scores: TreeScores[]; samples: number; differences: Differences };
}

/** Throws an Error if the raw texts differ. */
export function reportOn(gold: Treebank, system: Treebank, options: ReportOptions = {}): Report {
  const { punctuation = 'with', by, errors, compare } = options;
  const shown: Punctuation[] = punctuation === 'with' ? ['with', 'without'] : ['without'];
  const alignment = align(gold, system);
  const report: Report = {
    gold: gold.name,
    system: system.name,
    scores: shown.map((choice) => scores(alignment, choice)),
    sharedTask: sharedTask(alignment),
    punctuation,
  };
  if (by === 'label') {
    report.labels = byLabel(alignment, punctuation);
    report.confusions = confusions(alignment, punctuation).map(({ errors, ...summary }) => ({
      ...summary,
      example: errors[0],
    }));
  }
  if (by === 'length') report.lengths = byLength(alignment, punctuation);
  if (by === 'distance') report.distances = byDistance(alignment, punctuation);
  if (by === 'confidence') report.calibration = calibration(alignment, punctuation);
  if (errors) {
    const [gold, system] = errors;
    const found = confusions(alignment, punctuation).find(
      (one) => one.gold === gold && one.system === system,
    );
    report.errors = found ?? { gold, system, count: 0, errors: [] };
  }
  if (compare) {
    const other = align(gold, compare);
    report.comparison = {
      system: compare.name,
      scores: shown.map((choice) => scores(other, choice)),
      samples: defaultSamples,
      differences: bootstrap(talliesOf(alignment, punctuation), talliesOf(other, punctuation)),
    };
  }
  return report;
}
