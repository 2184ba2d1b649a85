// The kinds of models that can be trained.
import { parser, type Trainable, tagger } from './preparation.js';
import { splitter } from './splitterPreparation.js';

export const trainables: Record<'parser' | 'tagger' | 'splitter', Trainable> = { parser, tagger, splitter };
