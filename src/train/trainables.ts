// The kinds of models that can be trained.
import { joint, parser, type Trainable, tagger } from './preparation.js';
import { splitter } from './splitterPreparation.js';

export const trainables: Record<'parser' | 'tagger' | 'joint' | 'splitter', Trainable> = {
  parser,
  tagger,
  joint,
  splitter,
};
