// The settings of a tagger and its training.
import { bilstmSettings } from '../encoder/bilstmSettings.js';
import { encoderSettings } from '../encoder/encoderSettings.js';
import {
  flag,
  number,
  oneOf,
  readValues,
  SettingsError,
  someOf,
  type Values,
  whole,
} from '../learner/settings.js';
import { trainingSettings } from '../learner/trainingSettings.js';
import { tagColumns } from './taggerVocabulary.js';

/** A tagging model reads characters instead of tags. */
export const untaggedEncoder = {
  ...encoderSettings,
  kinds: {
    ...encoderSettings.kinds,
    bilstm: {
      ...bilstmSettings,
      tags: oneOf('none', ['none'], 'a tagger has no input tags'),
      characterUnits: { ...bilstmSettings.characterUnits, default: 64 },
    },
  },
};

export const tagParts = flag(
  false,
  'whether tags made of parts, such as Case=Nom|Number=Sing, share what is learned about the parts',
);

export const taggerSettings = {
  columns: someOf(tagColumns, tagColumns, 'the columns to predict'),
  tagParts,
  encoder: untaggedEncoder,
  hidden: whole(128, 1, 4096, 'hidden units before the output'),
  hiddenDropout: number(0.33, 0, 0.95, 'dropout of the hidden units'),
  select: oneOf(
    'mean',
    ['mean', ...tagColumns],
    'the dev score that chooses the best epoch: a column’s, or the mean of all',
  ),
  ...trainingSettings,
};

export type TaggerSettings = Values<typeof taggerSettings>;

/** A tagger's settings from any JSON; invalid ones are rejected with one sentence. */
export function readTaggerSettings(given: unknown): TaggerSettings {
  const settings = readValues(taggerSettings, given);
  const { select } = settings;
  if (select !== 'mean' && !settings.columns.includes(select)) {
    throw new SettingsError(`The best epoch is chosen by "${select}", which is not among the columns.`);
  }
  return settings;
}
