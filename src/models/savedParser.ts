// Rebuilds a parser from its description.
import { Parser } from '../parser/parser.js';
import { readParserSettings } from '../parser/parserSettings.js';
import type { Rebuild } from './kinds.js';
import { readVocabulary } from './savedVocabulary.js';

export const savedParser: Rebuild = async (engine, { settings, vocabulary }, options) => {
  const read = readParserSettings(settings);
  return new Parser(engine, read, await readVocabulary(vocabulary, read.encoder), options);
};
