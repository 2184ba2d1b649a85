// Everything that can be set about a parser and its training, with the paper's values as the usual ones.
import { encoderSettings } from './encoderSettings.js';
import { flag, number, oneOf, readValues, SettingsError, someOf, type Values, whole } from './settings.js';
import { trainingSettings } from './trainingSettings.js';

export const parserSettings = {
  system: oneOf('arc-eager', ['arc-standard', 'arc-hybrid', 'arc-eager', 'edge-factored']),
  /** How the model learns: each transition for itself, whole sequences by margin or by likelihood, or head by head. */
  training: oneOf('global', ['local', 'global', 'crf', 'softmax']),
  /** The positions that a transition's score looks at; the exact models have their own. */
  features: someOf(['s0', 'b0'], ['s2', 's1', 's0', 'b0']),
  /** How an edge-factored model is decoded. */
  tree: oneOf('projective', ['projective', 'spanning-tree']),
  /** Whether ROOT gets exactly one dependent. */
  singleRoot: flag(true),
  /** Whether arcs get labels. */
  labels: flag(true),
  ...encoderSettings,
  /** Hidden units of the transition scorer, of the two edge-factored vectors, and of the labeler. */
  hidden: whole(256, 1, 4096),
  edgeUnits: whole(100, 1, 4096),
  labelHidden: whole(100, 1, 4096),
  /** Dropout of the scorers' hidden layers. */
  hiddenDropout: number(0.4, 0, 0.95),
  /** How often exploration takes the runner-up where the right transition leads by less than the margin. */
  exploration: number(0.1, 0, 1),
  /** The gold sequence where several build the tree: reductions or shifts first. */
  prefer: oneOf('reduce', ['reduce', 'shift']),
  /** Scores are divided by this before they become probabilities; training ends with finding the most honest one. */
  temperature: number(1, 0.01, 100),
  /** What becomes of non-projective trees in training. */
  nonprojective: oneOf('skip', ['skip', 'lift']),
  /** The dev score by which the best epoch is chosen. */
  select: oneOf('uas', ['uas', 'las']),
  ...trainingSettings,
};

export type ParserSettings = Values<typeof parserSettings>;
export type Slot = ParserSettings['features'][number];

/** A parser's settings from any JSON; what makes no sense, each for itself or together, is refused with one sentence. */
export function readParserSettings(given: unknown): ParserSettings {
  const settings = readValues(parserSettings, given);
  const { system, training } = settings;
  if (system === 'edge-factored' && training === 'local') {
    throw new SettingsError(
      'The edge-factored model is trained global, crf or softmax: it takes no transitions.',
    );
  }
  if (system !== 'edge-factored' && training === 'softmax') {
    throw new SettingsError('Only the edge-factored model is trained by softmax over heads.');
  }
  if (settings.select === 'las' && !settings.labels) {
    throw new SettingsError('The best epoch is chosen by "las", but the model has no labels.');
  }
  return settings;
}
