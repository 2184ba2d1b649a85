// The settings of a splitter and its training. What training counts as words are characters here.
import { number, oneOf, readValues, type Values, whole } from '../learner/settings.js';
import { trainingSettings } from '../learner/trainingSettings.js';

export const splitterSettings = {
  characterSize: whole(32, 1, 4096, 'the size of character vectors'),
  classSize: whole(16, 1, 4096, 'the size of character class vectors'),
  wordSize: whole(32, 0, 4096, 'the size of the vector of the word around a character'),
  characterCount: whole(3, 1, 1_000_000, 'characters rarer than this are unknown'),
  wordCount: whole(3, 1, 1_000_000, 'words rarer than this are unknown'),
  layers: whole(1, 1, 16, 'LSTM layers'),
  units: whole(64, 1, 4096, 'units per direction of a layer'),
  dropout: number(0.2, 0, 0.95, 'dropout of the LSTM’s input and output'),
  characterDropout: number(0.02, 0, 1, 'how often a character is replaced by the unknown one'),
  wordDropout: number(0.2, 0, 1, 'how often the word around a character is replaced by the unknown one'),
  select: oneOf(
    'mean',
    ['mean', 'tokens', 'sentences', 'words'],
    'the dev score that chooses the best epoch',
  ),
  ...trainingSettings,
  epochs: { ...trainingSettings.epochs, default: 15 },
  batchWords: {
    ...trainingSettings.batchWords,
    default: 5000,
    about: 'the approximate number of characters per batch',
  },
  learningRate: { ...trainingSettings.learningRate, default: 0.003 },
  decay: { ...trainingSettings.decay, default: 0.9 },
  beta2: { ...trainingSettings.beta2, default: 0.99 },
  average: { ...trainingSettings.average, default: 0.998 },
};

export type SplitterSettings = Values<typeof splitterSettings>;

/** A splitter's settings from any JSON; throws a SettingsError with one sentence if they are invalid. */
export function readSplitterSettings(given: unknown): SplitterSettings {
  return readValues(splitterSettings, given);
}
