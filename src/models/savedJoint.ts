// Rebuilds a joint model from its description.
import { Joint } from '../joint/joint.js';
import { readJointSettings } from '../joint/jointSettings.js';
import type { Rebuild } from './kinds.js';
import { readTaggerVocabulary } from './savedTags.js';

export const savedJoint: Rebuild = async (engine, { settings, vocabulary }, options) => {
  const read = readJointSettings(settings);
  return new Joint(engine, read, await readTaggerVocabulary(vocabulary, read), options);
};
