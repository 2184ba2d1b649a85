// All settings of a parser and its training. docs/training.md names the source of each default.
import { encoderSettings } from '../encoder/encoderSettings.js';
import { oneOf, readValues, type Values } from '../learner/settings.js';
import { trainingSettings } from '../learner/trainingSettings.js';
import { checkTreeSettings, treeSettings } from '../structure/treeSettings.js';

export const parserSettings = {
  ...treeSettings,
  encoder: encoderSettings,
  select: oneOf('uas', ['uas', 'las'], 'the dev score that chooses the best epoch'),
  ...trainingSettings,
};

export type ParserSettings = Values<typeof parserSettings>;

/** Reads a parser's settings from any JSON; throws a one-sentence error for invalid values or combinations. */
export function readParserSettings(given: unknown): ParserSettings {
  const settings = readValues(parserSettings, given);
  checkTreeSettings(settings);
  return settings;
}
