// Rebuilds a tagger from its description.
import { Tagger } from '../tagger/tagger.js';
import { readTaggerSettings } from '../tagger/taggerSettings.js';
import type { Rebuild } from './kinds.js';
import { readTaggerVocabulary } from './savedTags.js';

export const savedTagger: Rebuild = async (engine, { settings, vocabulary }, options) => {
  const read = readTaggerSettings(settings);
  return new Tagger(engine, read, await readTaggerVocabulary(vocabulary, read), options);
};
