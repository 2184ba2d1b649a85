// What the explorer asks of the worker.
import type { Sentence } from '../../src/conllu/sentence.js';
import { type Exploration, explore } from '../../src/explore/explore.js';
import type { Pipeline } from '../../src/pipeline/pipeline.js';
import type { Method } from '../protocol.js';

export interface ExploreInput {
  readonly sentence: Sentence;
  /** The model's own if there is none. */
  readonly system?: string;
}

export interface Explored {
  /** The sentence as the parser sees and parses it. */
  readonly sentence: Sentence;
  readonly exploration: Exploration;
}

/** The methods of the worker that the explorer calls; the pipeline is there once the model is. */
export function explorerMethods(pipeline: Promise<Pipeline>) {
  return {
    /** How the parser comes to its tree. */
    async *explore({ sentence, system }: ExploreInput): AsyncGenerator<Explored> {
      const model = await pipeline;
      const [{ trees }] = model.parse([sentence]);
      yield {
        sentence: trees[0].sentence,
        exploration: explore(model.check({}), trees[0].sentence, system),
      };
    },
  } satisfies Record<string, Method>;
}
