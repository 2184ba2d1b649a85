// Everything that can be set about a splitter and its training. What training counts as words are characters here.
import { number, oneOf, readValues, type Values, whole } from './settings.js';
import { trainingSettings } from './trainingSettings.js';

export const splitterSettings = {
  characterSize: whole(32, 1, 4096),
  classSize: whole(16, 1, 4096),
  wordSize: whole(32, 0, 4096),
  /** Rarer characters and words are unknown. */
  characterCount: whole(3, 1, 1_000_000),
  wordCount: whole(3, 1, 1_000_000),
  /** LSTM layers, and units of each direction. */
  layers: whole(1, 1, 16),
  units: whole(64, 1, 4096),
  /** Dropout of what goes into the LSTM, and of what comes out of it. */
  dropout: number(0.2, 0, 0.95),
  /** How often a character, or the word that it stands in, is taken for unknown. */
  characterDropout: number(0.02, 0, 1),
  wordDropout: number(0.2, 0, 1),
  /** The dev score by which the best epoch is chosen. */
  select: oneOf('mean', ['mean', 'tokens', 'sentences', 'words']),
  ...trainingSettings,
  epochs: whole(15, 1, 100_000),
  batchWords: whole(5000, 1, 1_000_000),
  learningRate: number(0.003, 0, 10),
  decay: number(0.9, 0, 1),
  beta2: number(0.99, 0, 1),
  average: number(0.998, 0, 0.99999),
};

export type SplitterSettings = Values<typeof splitterSettings>;

/** A splitter's settings from any JSON; what makes no sense is refused with one sentence. */
export function readSplitterSettings(given: unknown): SplitterSettings {
  return readValues(splitterSettings, given);
}
