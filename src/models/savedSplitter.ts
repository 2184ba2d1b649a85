// Rebuilds a splitter from its description.
import { fits } from '../learner/jsonSchema.js';
import { ModelFileError } from '../modelfile/safetensors.js';
import { Alphabet, type AlphabetData } from '../splitter/alphabet.js';
import { Splitter } from '../splitter/splitter.js';
import { readSplitterSettings } from '../splitter/splitterSettings.js';
import type { Rebuild } from './kinds.js';
import { cells, strings } from './savedVocabulary.js';

const alphabetSchema = {
  type: 'object',
  properties: {
    characters: { ...strings, minItems: 1 },
    words: { ...strings, minItems: 1 },
    multiword: { type: 'array', items: { ...cells, minItems: 2 } },
    mirrored: { type: 'boolean' },
    patterns: strings,
    blanks: { type: 'boolean' },
  },
  required: ['characters', 'words', 'multiword'],
} as const;

export const savedSplitter: Rebuild = async (engine, { settings, vocabulary }, options) =>
  new Splitter(engine, readSplitterSettings(settings), alphabetOf(vocabulary), options);

function alphabetOf(given: unknown): Alphabet {
  if (!fits(alphabetSchema, given)) throw new ModelFileError('The model file has no valid alphabet.');
  return new Alphabet(given as AlphabetData);
}
