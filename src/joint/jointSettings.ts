// The settings of a joint model and its training. The defaults are for a pretrained encoder.
import { number, oneOf, readValues, SettingsError, someOf, type Values, whole } from '../learner/settings.js';
import { trainingSettings } from '../learner/trainingSettings.js';
import { checkTreeSettings, treeSettings } from '../structure/treeSettings.js';
import { tagParts, untaggedEncoder } from '../tagger/taggerSettings.js';
import { tagColumns } from '../tagger/taggerVocabulary.js';

export const jointSettings = {
  ...treeSettings,
  training: { ...treeSettings.training, default: 'crf' as const },
  nonprojective: { ...treeSettings.nonprojective, default: 'lift' as const },
  hiddenDropout: number(0.3, 0, 0.95, 'dropout of all hidden layers on top of the encoder'),
  columns: someOf(tagColumns, tagColumns, 'the columns to predict'),
  tagParts,
  tagHidden: whole(256, 1, 4096, 'hidden units before the tags'),
  encoder: { ...untaggedEncoder, kind: { ...untaggedEncoder.kind, default: 'transformer' as const } },
  select: oneOf(
    'las',
    ['las', 'uas', 'mean', ...tagColumns],
    'the dev score that chooses the best epoch: of trees, of a column, or the mean of all columns',
  ),
  ...trainingSettings,
  epochs: { ...trainingSettings.epochs, default: 5 },
  batchWords: { ...trainingSettings.batchWords, default: 500 },
  pretrainedRate: { ...trainingSettings.pretrainedRate, default: 0.00015 },
  warmup: { ...trainingSettings.warmup, default: 0.08 },
  weightDecay: { ...trainingSettings.weightDecay, default: 0.01 },
  clip: { ...trainingSettings.clip, default: 1 },
};

export type JointSettings = Values<typeof jointSettings>;

/** A joint model's settings from any JSON; invalid ones are rejected with one sentence. */
export function readJointSettings(given: unknown): JointSettings {
  const settings = readValues(jointSettings, given);
  const { select, columns } = settings;
  checkTreeSettings(settings);
  if (!['las', 'uas', 'mean', ...columns].includes(select)) {
    throw new SettingsError(`The best epoch is chosen by "${select}", which is not among the columns.`);
  }
  return settings;
}
