// Everything that can be set about a splitter and its training. What training counts as words are characters here.
import { number, oneOf, readValues, type Values, whole } from '../learner/settings.js';
import { trainingSettings } from '../learner/trainingSettings.js';

export const splitterSettings = {
  characterSize: whole(32, 1, 4096, 'the size of characters’ vectors'),
  classSize: whole(16, 1, 4096, 'the size of the vectors of characters’ classes'),
  wordSize: whole(32, 0, 4096, 'the size of the vector of the word that a character stands in'),
  characterCount: whole(3, 1, 1_000_000, 'characters rarer than this are unknown'),
  wordCount: whole(3, 1, 1_000_000, 'words rarer than this are unknown'),
  layers: whole(1, 1, 16, 'LSTM layers'),
  units: whole(64, 1, 4096, 'units of each direction of a layer'),
  dropout: number(0.2, 0, 0.95, 'dropout of what goes into the LSTM, and of what comes out of it'),
  characterDropout: number(0.02, 0, 1, 'how often a character is taken for unknown'),
  wordDropout: number(0.2, 0, 1, 'how often the word that a character stands in is taken for unknown'),
  select: oneOf(
    'mean',
    ['mean', 'tokens', 'sentences', 'words'],
    'the dev score by which the best epoch is chosen',
  ),
  ...trainingSettings,
  epochs: { ...trainingSettings.epochs, default: 15 },
  batchWords: {
    ...trainingSettings.batchWords,
    default: 5000,
    about: 'about so many characters go into a batch',
  },
  learningRate: { ...trainingSettings.learningRate, default: 0.003 },
  decay: { ...trainingSettings.decay, default: 0.9 },
  beta2: { ...trainingSettings.beta2, default: 0.99 },
  average: { ...trainingSettings.average, default: 0.998 },
};

export type SplitterSettings = Values<typeof splitterSettings>;

/** A splitter's settings from any JSON; what makes no sense is refused with one sentence. */
export function readSplitterSettings(given: unknown): SplitterSettings {
  return readValues(splitterSettings, given);
}
