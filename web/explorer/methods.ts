// The worker's methods for the explorer.
import type { Sentence } from '../../src/conllu/sentence.js';
import { type Exploration, explorables, explore } from '../../src/explore/explore.js';
import type { Pipeline } from '../../src/pipeline/pipeline.js';
import type { Method } from '../protocol.js';

export interface ExploreInput {
  readonly sentence: Sentence;
  /** By default the model's own. */
  readonly system?: string;
}

export interface Explored {
  /** The sentence with the parser's tags and tree. */
  readonly sentence: Sentence;
  readonly exploration: Exploration;
}

/** The methods of the worker for the explorer; the pipeline resolves once a model is loaded. */
export function explorerMethods(pipeline: () => Promise<Pipeline>) {
  return {
    /** The transition systems that can be explored. */
    async *systems(): AsyncGenerator<readonly string[]> {
      yield explorables.map(({ structure }) => structure.system);
    },

    /** How the parser derives its tree. */
    async *explore({ sentence, system }: ExploreInput): AsyncGenerator<Explored> {
      const model = await pipeline();
      const [{ trees }] = model.parse([sentence]);
      yield {
        sentence: trees[0].sentence,
        exploration: explore(model.check({}), trees[0].sentence, system),
      };
    },
  } satisfies Record<string, Method>;
}
