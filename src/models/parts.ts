// The roles of models in a pipeline.
import type { Joint } from '../joint/joint.js';
import type { Parser } from '../parser/parser.js';
import type { Splitter } from '../splitter/splitter.js';
import type { Tagger } from '../tagger/tagger.js';
import type { Model } from './kinds.js';

/** The models of a pipeline; several parsers form an ensemble. */
export interface Parts {
  readonly splitter?: Splitter;
  readonly tagger?: Tagger | Joint;
  readonly parsers: readonly (Parser | Joint)[];
}

/**
 * Assigns roles to models: the first that splits and the first that tags are used, and all that parse, together. A
 * joint model tags and parses.
 */
export function partsOf(models: readonly Model[]): Parts {
  return {
    splitter: models.find((model) => model.kind === 'splitter'),
    tagger: models.find((model) => model.kind === 'tagger' || model.kind === 'joint'),
    parsers: models.filter((model) => model.kind === 'parser' || model.kind === 'joint'),
  };
}
