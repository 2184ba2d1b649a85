// What the explorer asks of the worker.
import type { Sentence } from '../../src/conllu/sentence.js';
import { type Exploration, explore, type SystemName } from '../../src/explore/explore.js';
import type { Pipeline } from '../../src/pipeline/pipeline.js';
import type { Method } from '../protocol.js';

export interface ExploreInput {
  /** With the tags that the parser reads. */
  readonly sentence: Sentence;
  /** The model's own if there is none. */
  readonly system?: SystemName;
}

/** The methods of the worker that the explorer calls; the pipeline is there once the model is. */
export function explorerMethods(pipeline: Promise<Pipeline>) {
  return {
    /** How the parser comes to its tree. */
    async *explore({ sentence, system }: ExploreInput): AsyncGenerator<Exploration> {
      yield explore((await pipeline).check({}), sentence, system);
    },
  } satisfies Record<string, Method>;
}
